import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { randomUUID } from "node:crypto";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { entriesRecorded, guestsCameIn } from "#src/modules/evening/door/events.ts";
import { isOverdue, MOST_HANDED_OVER } from "#src/modules/evening/door/rules/device.ts";
import { type EntryState, entryStates, happenedAt } from "#src/modules/evening/door/rules/entry.ts";
import { isForFormer } from "#src/modules/evening/door/rules/moved-night.ts";
import { doubtAbout } from "#src/modules/evening/door/rules/night-hours.ts";
import { concernOf, guestState } from "#src/modules/evening/door/rules/guest-state.ts";
import { judgeFacts, VERDICT_REASONS } from "#src/modules/evening/door/rules/verdict.ts";
import type { Concern, DoorEvent, EventAnswer, SyncInput } from "#src/modules/evening/door/schema.ts";
import {
  type Author,
  holdDepartures,
  holdTickets,
  hoursOf,
  type NewEvent,
  type Note,
  noteEvents,
  openEntries,
  type StandingEntry,
  storeEvents,
  type TicketFacts,
  ticketFacts,
} from "#src/modules/evening/door/store/events.server.ts";
import { holdHandover, spendHandover } from "#src/modules/evening/door/store/devices.server.ts";
import { unmarkBookings } from "#src/modules/sales/booking/note-attendance.server.ts";
import { isReplaced, placeOf } from "#src/modules/evening/tickets/rules/ticket.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";
import { inTransaction, statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Whose events they are. `phone`: the device's name; `revokedAt`: since when the device counts no more; it may still tell, for
 * somebody to look at, but not ask. `bound`: what is told out of a night's hours or too late is doubted; with `shift` also what is
 * told after the night by who isn't its guide. `cities`: those that their role is limited to; what they tell of others is doubted.
 * `closed`: nights that may not be asked about.
 */
export type Recorder = {
  deviceId: string | null;
  phone?: string;
  userId: string | null;
  revokedAt: Date | null;
  bound?: "hours" | "shift";
  cities?: readonly string[] | null;
  closed?: ReadonlySet<string>;
};

type MadeEvent = Omit<DoorEvent, "way"> & { way: DoorEvent["way"] | "staff" };
type Sent = SyncInput["events"][number] | MadeEvent;
const isReadable = (event: Sent): event is MadeEvent => !("unreadable" in event);

/** Another upload stored one of these events while this one waited: what was worked out before is void. */
class StoredMeanwhile extends Error {}
const TRIES = 3;

/**
 * Stores the events of a door, at most 500, and answers each in order; an event that is sent again changes nothing, and one that
 * can't be stored is refused individually. `aheadMs` is how far the sender's clock is ahead. The caller must check access.
 */
export async function recordEvents(
  ctx: Context,
  by: Recorder,
  { events, aheadMs }: { events: readonly Sent[]; aheadMs: number },
): Promise<EventAnswer[]> {
  if (!events.some(isReadable)) return events.map(refusedRow);
  for (let tried = 1; ; tried += 1)
    try {
      const { answers, arrived } = await ctx.db.transaction().execute(async (tx) => {
        const recorded = await record(statementsOf(tx), ctx, by, { events, aheadMs });
        const bookingIds = recorded.credited;
        if (bookingIds.length > 0) await ctx.publish(ctx, tx, entriesRecorded({ bookingIds }));
        if (recorded.entered.length > 0) await ctx.publish(ctx, tx, guestsCameIn({ bookingIds: recorded.entered }));
        return recorded;
      });
      // not under the tickets' locks: whoever cancels a booking holds it before its tickets
      if (arrived.length > 0) await inTransaction(ctx.pool, (on) => unmark(on, ctx, by, arrived));
      return answers;
    } catch (error) {
      if (!(error instanceof StoredMeanwhile) || tried === TRIES) throw error;
    }
}

/** Who an audit entry names: a person of the door, else whoever acts. */
const authorOf = (actor: Context["actor"], userId: string | null): Author => ({
  kind: userId === null ? actor.kind : "user",
  userId,
  address: actor.address,
});

/** Takes the mark of not having come back from bookings whose guests did. */
async function unmark(on: Statements, { actor }: Context, { userId }: Recorder, bookings: readonly string[]) {
  const notes = (await unmarkBookings(on, bookings)).map(({ id, no_show_at }): Note => ({
    did: "there",
    subject_type: "booking",
    subject_id: id,
    changes: { no_show_at: { old: no_show_at, new: null } },
  }));
  if (notes.length > 0) await noteEvents(on, notes, authorOf(actor, userId));
}

/**
 * Takes entries back in the caller's transaction, which holds their tickets' locks, as the act of whoever acts: their guests may
 * come in again.
 */
export async function takeBack(ctx: Context, on: Statements, entries: readonly StandingEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const act = { kind: "undo", device_at: ctx.now.toISOString(), offline: false, way: "staff", reason: "" } as const;
  const events = entries.map(({ id, ...entry }) => ({ ...act, ...entry, id: randomUUID(), of_event: id }));
  await record(on, ctx, { deviceId: null, userId: ctx.actor.userId, revokedAt: null }, { events, aheadMs: 0 });
}

const refusedRow = ({ id }: Sent): EventAnswer => ({ id, result: "refused", verdict: null, reason: null, entry: null });

/** A ticket while its events are read: what is stored of it and what comes. */
type Ticket = TicketFacts & { state: ReturnType<typeof guestState>; isInvalid: boolean; isTouched: boolean };
type Night = { id: string; date: string };
type Hours = Awaited<ReturnType<typeof hoursOf>>[number];

type Reading = {
  by: Recorder;
  now: Date;
  aheadMs: number;
  nights: ReadonlyMap<string, Night>;
  /** of the nights that doubts are judged by; empty where none are */
  hours: ReadonlyMap<string, Hours>;
  /** how many more may be stored */
  left: number;
  tickets: ReadonlyMap<string, Ticket>;
  known: Set<string>;
  added: NewEvent[];
  /** Entries that follow from a move, and so have no actor. */
  followed: Set<string>;
};

async function record(
  on: Statements,
  { now, actor, settings }: Context,
  by: Recorder,
  { events, aheadMs }: { events: readonly Sent[]; aheadMs: number },
): Promise<{ answers: EventAnswer[]; arrived: string[]; credited: string[]; entered: string[] }> {
  // before the departures, as whoever lends a device places
  const left = by.revokedAt && by.deviceId !== null ? await mostToTake(on, by.deviceId, by.revokedAt, now) : Infinity;
  const sent = events.map((event) => (isReadable(event) ? inLowerCase(event) : event));
  const readable = sent.filter(isReadable);
  const ticketIds = unique(readable.flatMap(({ ticket_id }) => ticket_id ?? []));
  const nights = await holdDepartures(on, unique(readable.map(({ departure_id }) => departure_id)));
  await holdTickets(on, ticketIds);
  const eventIds = readable.map(({ id }) => id);
  const { facts, known: existing } = await ticketFacts(on, ticketIds, eventIds);
  // practice bookings are nothing where the business sells for real
  const isReal = !practises({ settings });
  const ticketOf = (fact: TicketFacts): Ticket => ({
    ...fact,
    state: guestState(fact, now),
    isInvalid: fact.test && isReal,
    isTouched: false,
  });
  // an undo says at which door it was done: what it takes back may be of another night
  const departureIds = [
    ...nights.map(({ id }) => id),
    ...facts.flatMap((fact) => fact.events.map((event) => event.departure_id)),
  ];
  const hours = by.bound ? await hoursOf(on, unique(departureIds), by) : [];
  const reading: Reading = {
    by,
    now,
    aheadMs,
    hours: new Map(hours.map((night) => [night.id, night])),
    left,
    nights: new Map(nights.map((night) => [night.id, night])),
    tickets: new Map(facts.map((fact) => [fact.id, ticketOf(fact)])),
    known: existing,
    added: [],
    followed: new Set(),
  };
  const answers = sent.map((event) => (isReadable(event) ? take(event, reading) : refusedRow(event)));
  const states = statesOf(reading.tickets);
  await write(on, reading, states, authorOf(actor, by.userId));
  const open = await openEntries(on, ticketIds);
  const doubles = new Set(states.filter(({ standing }) => standing === "double").map(({ id }) => id));
  const answered = answers.map((answer, at): EventAnswer => {
    const event = sent[at]!;
    const entry = (isReadable(event) && event.ticket_id && open.get(event.ticket_id)) || null;
    const isDouble = answer.result === "stored" && doubles.has(event.id);
    return { ...answer, id: events[at]!.id, entry, ...(isDouble ? { result: "double" as const } : {}) };
  });
  const arrived = [...reading.tickets.values()].filter(({ id, absent }) => absent && open.has(id));
  const touched = [...reading.tickets.values()].filter((ticket) => ticket.credited && ticket.isTouched);
  const bookingsOf = (some: readonly Ticket[]) => unique(some.map(({ booking_id }) => booking_id));
  const added = new Set(reading.added.map(({ id }) => id));
  const entered = [...reading.tickets.values()].filter(({ id }) => added.has(open.get(id)?.event ?? ""));
  return {
    answers: answered,
    arrived: bookingsOf(arrived),
    credited: bookingsOf(touched),
    entered: bookingsOf(entered),
  };
}

/** How many events of a device that counts no more may still be stored. */
const mostToTake = async (on: Statements, deviceId: string, revokedAt: Date, now: Date): Promise<number> =>
  isOverdue(revokedAt, now) ? 0 : MOST_HANDED_OVER - (await holdHandover(on, deviceId));

const unique = (ids: readonly string[]) => [...new Set(ids)];

/** Ids as the database writes them. */
const inLowerCase = (event: MadeEvent): MadeEvent => ({
  ...event,
  id: event.id.toLowerCase(),
  departure_id: event.departure_id.toLowerCase(),
  ticket_id: event.ticket_id?.toLowerCase() ?? null,
  of_event: event.of_event?.toLowerCase() ?? null,
});

/** Judges an event in the light of those before it, and takes it in where it is to be stored. */
function take(event: MadeEvent, reading: Reading): EventAnswer {
  const { by, known: existing } = reading;
  const answer = (result: EventAnswer["result"], why: Partial<EventAnswer> = {}): EventAnswer => ({
    ...refusedRow(event),
    result,
    ...why,
  });
  if (existing.has(event.id)) return answer("known");
  const ticket = event.ticket_id === null ? undefined : reading.tickets.get(event.ticket_id);
  const here = reading.nights.get(event.departure_id);
  if (event.ticket_id !== null && !ticket)
    return answer("refused", { verdict: "not_genuine", reason: "unknown_ticket" });
  if (!here || (event.of_event !== null && !ticket)) return answer("refused");
  if (event.kind === "in" && !event.offline && ticket) {
    if (by.revokedAt || by.closed?.has(event.departure_id)) return answer("refused");
    if (ticket.isInvalid) return answer("refused", { verdict: "not_genuine", reason: "practice" });
    const { kind: verdict, reason } = verdictOn(ticket, here);
    if (verdict !== "admitted") return answer("refused", { verdict, reason, ...elsewhere(ticket, here) });
  }
  if (reading.left <= 0) return answer("refused");
  reading.left -= 1;
  keep(event, ticket, reading);
  return answer("stored");
}

/** The night that a ticket belongs to, told where it is another: a phone may not have it on its list. */
function elsewhere({ departure }: Ticket, here: Night): Pick<EventAnswer, "night"> {
  const { id, date, start, title, title_es } = departure;
  return id === here.id ? {} : { night: { id, date, start: start.slice(0, 5), title, title_es } };
}

const verdictOn = (ticket: Ticket, here: Night) =>
  judgeFacts({
    state: ticket.state,
    isVoid: ticket.ticket_status === "void",
    isReplaced: isReplaced(ticket),
    isIn: statesOfTicket(ticket).some(({ standing }) => standing === "open"),
    departure: ticket.departure,
    here,
  });

function keep(event: MadeEvent, ticket: Ticket | undefined, reading: Reading): void {
  const { now, aheadMs, known: existing, added, followed } = reading;
  const happened_at = happenedAt(new Date(event.device_at), aheadMs, now);
  const { id, kind, departure_id, of_event, ticket_id } = event;
  existing.add(id);
  const row: NewEvent = {
    id,
    kind,
    departure_id,
    ticket_id,
    of_event,
    device_at: storable(event.device_at),
    happened_at,
    offline: event.offline,
    way: event.way,
    reason: ticket?.forgotten ? "" : toOneLine(event.reason),
    concern: concernAbout(event, ticket, { happened_at, reading }),
  };
  const rows = ticket && wasOfOldNight(row, ticket) ? [row, leftBehind(row)] : [row];
  added.push(...rows);
  for (const { id: follows } of rows.slice(1)) followed.add(follows);
  if (!ticket) return;
  const at = happened_at.getTime();
  ticket.events.push(...rows.map((one) => ({ ...one, kind: one.kind as DoorEvent["kind"], at })));
  ticket.isTouched = true;
}

/**
 * Whether a guest came in at a night of which their ticket was then, before their booking, or the night itself, was moved to the one
 * of now.
 */
function wasOfOldNight({ kind, offline, departure_id, happened_at }: NewEvent, { departure, moves }: Ticket): boolean {
  const at = happened_at.getTime();
  if (kind !== "in") return false;
  if (departure.id !== departure_id) return moves.some((move) => move.from === departure_id && move.at > at);
  return offline && departure.former.some((former) => isForFormer(at, former, departure.starts_at));
}

/** What takes such an entry back, as the move took back those that were known: it says nothing of the night of now. */
const leftBehind = (entry: NewEvent): NewEvent => ({ ...entry, id: randomUUID(), kind: "undo", of_event: entry.id });

type Report = { happened_at: Date; reading: Reading };

function concernAbout(event: MadeEvent, ticket: Ticket | undefined, report: Report): Concern | null {
  // judged by when it arrives: whoever holds a stolen phone also sets its clock
  const isRevoked = report.reading.by.revokedAt !== null;
  const doubt = doubtOf(event, ticket, report);
  if (event.kind !== "in" || !ticket) return isRevoked ? "revoked_device" : doubt;
  const isOtherNight = ticket.departure.id !== event.departure_id;
  const isVoid = ticket.isInvalid || ticket.ticket_status === "void";
  return concernOf({ state: ticket.state, isVoid, isOtherNight, isRevoked, doubt });
}

/** Whether what is told can have been so: by the hours of its night, which for an undo is the one of what it takes back. */
function doubtOf(event: MadeEvent, ticket: Ticket | undefined, { happened_at, reading: { by, now, hours } }: Report) {
  const of = event.of_event === null ? undefined : ticket?.events.find(({ id }) => id === event.of_event);
  const night = hours.get(of?.departure_id ?? event.departure_id);
  if (!night) return null;
  if (!night.reached) return "not_theirs";
  const former = ticket?.departure.id === night.id ? ticket.departure.former : [];
  const times = { happened: happened_at.getTime(), received: now.getTime() };
  const open = { starts: [night.starts, ...former], lasts: night.ends - night.starts };
  return doubtAbout(times, open, by.bound === "hours" || night.theirs);
}

/** A device's own time within what the database can hold. */
const storable = (time: string): string =>
  new Date(Math.min(Math.max(new Date(time).getTime(), 0), Date.UTC(2200, 0))).toISOString();

type State = EntryState & { ticket_id: string; departure_id: string };

function statesOfTicket({ id, events }: Pick<Ticket, "id" | "events">): State[] {
  const nights = new Map(events.map((event) => [event.id, event.departure_id]));
  const states = entryStates(events.map(({ at, ...event }) => ({ ...event, happened_at: new Date(at) })));
  return states.map((state) => ({ ...state, ticket_id: id, departure_id: nights.get(state.id)! }));
}

/** What all events of the touched tickets say. */
const statesOf = (tickets: ReadonlyMap<string, Ticket>): State[] =>
  [...tickets.values()].filter(({ isTouched }) => isTouched).flatMap(statesOfTicket);

async function write(on: Statements, { by, now, tickets, added, followed }: Reading, states: State[], author: Author) {
  if (added.length === 0) return;
  const { deviceId, userId } = by;
  const notes = added.filter(({ id }) => !followed.has(id)).map((event) => noteOf(event, tickets, by.phone));
  const stored = await storeEvents(on, { events: added, states, notes }, { deviceId, userId, now, author });
  if (stored !== added.length) throw new StoredMeanwhile();
  if (by.revokedAt && deviceId !== null)
    await spendHandover(on, deviceId, MOST_HANDED_OVER, added.length - followed.size);
}

const DID: Record<DoorEvent["kind"], Note["did"]> = {
  in: "entered",
  undo: "undone",
  deny: "denied",
  id_seen: "id_seen",
};

/** The reason that a phone gives for turning somebody away: one of its own codes, never typed text. */
const DENIED_FOR: readonly string[] = VERDICT_REASONS;

/** The audit entry of an event: about the booking, or the night where no ticket was recognized. */
function noteOf(event: NewEvent, tickets: ReadonlyMap<string, Ticket>, phone: string | undefined): Note {
  const ticket = event.ticket_id === null ? undefined : tickets.get(event.ticket_id);
  const note = {
    guest: ticket && placeOf(ticket),
    happened_at: event.happened_at,
    concern: event.concern ?? undefined,
    // who was turned away has often no ticket: nothing else tells of it
    ...(event.kind === "deny" ? { reason: DENIED_FOR.find((word) => word === event.reason), device: phone } : {}),
  };
  const changes = Object.entries(note).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, { old: null, new: value }]],
  );
  return {
    did: DID[event.kind as DoorEvent["kind"]],
    ...(ticket
      ? { subject_type: "booking", subject_id: ticket.booking_id }
      : { subject_type: "departure", subject_id: event.departure_id }),
    changes: Object.fromEntries(changes) as object,
  };
}
