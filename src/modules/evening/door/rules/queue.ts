import type { DoorEvent, Entry, EventAnswer } from "#src/modules/evening/door/schema.ts";

/** Most events of one upload from a phone: an answer on a bad line should come before it gives up. */
export const BATCH = 100;

/** How long the phone waits for the server before it decides by itself. */
export const PATIENCE_MS = 1500;

/** How often a phone in sight asks what has changed: another phone's entry is here within two seconds. */
export const POLL_MS = 1500;

/** How often the whole list is fetched again. */
export const LIST_MS = 30_000;

/** How long a phone keeps a night after its end. */
export const KEEP_MS = 24 * 3_600_000;

/** The pause before the next try, after so many that failed in a row. Milliseconds. */
export const pauseAfter = (failures: number): number => Math.min(POLL_MS * 2 ** Math.max(0, failures - 1), 15_000);

/** What is uploaded next, oldest first, as the events were made; less after each failure, for a line that can't carry it all. */
export const nextBatch = <T>(queued: readonly T[], failures: number): T[] =>
  queued.slice(0, Math.max(5, BATCH >> Math.min(failures, 10)));

/**
 * An event as the phone keeps it: the device that it was made on, and how far that phone's clock was ahead then (milliseconds; null
 * where it wasn't known).
 */
export type KeptEvent = DoorEvent & { device: string; ahead: number | null };

/** A change of the clock by less is the line's. */
export const CLOCK_SET_MS = 2000;

/** The event as it is sent by a clock that is ahead by `aheadMs` now: a clock that was set since doesn't change when it happened. */
export function asSent(record: KeptEvent, aheadMs: number): DoorEvent {
  const { device: _, ahead, ...event } = record;
  if (ahead === null || Math.abs(aheadMs - ahead) < CLOCK_SET_MS) return event;
  return { ...event, device_at: new Date(Date.parse(event.device_at) - ahead + aheadMs).toISOString() };
}

/** How long a question that was left without an answer is worth asking again. */
export const ASKED_MS = 10 * 60_000;

/**
 * Whether a question of this phone that got no answer may still be asked again: for some minutes, and for as long as the server
 * has recorded it as the entry without the phone knowing. `now` is by the phone's own clock.
 */
export const isStillAsked = ({ id, device_at }: DoorEvent, entry: Entry | null | undefined, now: number): boolean =>
  entry?.event === id || Math.abs(now - Date.parse(device_at)) < ASKED_MS;

/** The events that may be forgotten: those, and only those, that the server has answered. */
export const acknowledged = (answers: readonly EventAnswer[]): string[] => answers.map(({ id }) => id);

/** Who does it, for entries that only this phone knows so far. */
export type Doer = { name: string; device: string; aheadMs: number };

/**
 * The open entries by ticket as this phone knows them: what the server has told, and what is still to be sent on top of it. An
 * entry that the server knows stays; the one of this phone will be a double entry.
 */
export function entriesNow(
  answers: ReadonlyMap<string, Entry | null>,
  queued: readonly DoorEvent[],
  { name, device, aheadMs }: Doer,
): Map<string, Entry | null> {
  const entries = new Map(answers);
  for (const event of queued) {
    const { ticket_id: ticket } = event;
    if (ticket === null || event.kind === "deny") continue;
    const open = entries.get(ticket) ?? null;
    if (event.kind === "in" && !open) {
      const at = new Date(Date.parse(event.device_at) - aheadMs).toISOString();
      entries.set(ticket, { event: event.id, at, by: name, device, id_seen: false });
    }
    if (open?.event !== event.of_event) continue;
    if (event.kind === "undo") entries.set(ticket, null);
    if (event.kind === "id_seen" && open) entries.set(ticket, { ...open, id_seen: true });
  }
  return entries;
}
