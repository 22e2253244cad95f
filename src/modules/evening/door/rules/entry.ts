/** One event of a ticket, as far as it affects the ticket's state. */
export type EntryEvent = {
  id: string;
  kind: "in" | "undo" | "deny" | "id_seen";
  /** what an `undo` takes back, or an `id_seen` belongs to */
  of_event: string | null;
  /** by the server's clock: the device's time, corrected by how far its clock is ahead */
  happened_at: Date;
};

/** What an `in` event is worth: it let the guest in, the ticket was in already, or it was taken back. */
export type Standing = "open" | "double" | "undone";

export type EntryState = { id: string; standing: Standing; happened_at: Date; id_seen: boolean };

/**
 * What all events of one ticket say, one state per `in` event, earliest first. It depends on the set alone: not on their order,
 * nor on how often one was sent, nor on whether an undo came before what it takes back. The earliest entry that wasn't taken back
 * is the open one; every later one is a double entry (rule door-2).
 */
export function entryStates(events: readonly EntryEvent[]): EntryState[] {
  const marked = (kind: EntryEvent["kind"]) =>
    new Set(events.filter((event) => event.kind === kind).map(({ of_event }) => of_event));
  const [undone, idCheck] = [marked("undo"), marked("id_seen")];
  const entries = [...new Map(events.filter(({ kind }) => kind === "in").map((event) => [event.id, event])).values()];
  // two at the same millisecond are told apart by their ids, which every server compares alike
  entries.sort((a, b) => +a.happened_at - +b.happened_at || (a.id < b.id ? -1 : 1));
  const open = entries.find(({ id }) => !undone.has(id));
  return entries.map(({ id, happened_at }) => ({
    id,
    happened_at,
    id_seen: idCheck.has(id),
    standing: undone.has(id) ? "undone" : id === open?.id ? "open" : "double",
  }));
}

/**
 * An event's time by the server's clock; never in the future, whatever the device believes, nor older than a phone keeps its
 * events. Milliseconds.
 */
export function happenedAt(deviceAt: Date, aheadMs: number, receivedAt: Date): Date {
  const received = receivedAt.getTime();
  return new Date(Math.max(received - OLDEST_MS, Math.min(deviceAt.getTime() - aheadMs, received)));
}
const OLDEST_MS = 30 * 86_400_000;

/** From this difference on a phone's clock is called wrong, to its face: a minute is seen in "came in at". */
export const CLOCK_OFF_MS = 60_000;
