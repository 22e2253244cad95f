import { sql } from "kysely";
import type { Concern, Entry, TicketChange } from "#src/modules/evening/door/schema.ts";
import type { EntryState } from "#src/modules/evening/door/rules/entry.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

// An upload costs the same few statements, however many events it has. Departures before tickets, each in the order of their
// ids: two phones that upload the same events, and whoever cancels their night, wait for one another in one direction.

const HOLD_DEPARTURES = `select id, date::text as date from scheduled_crawls where id = any($1::uuid[]) order by id for key share`;

/** The departures that exist among `ids`, kept from being deleted until the transaction ends. */
export async function holdDepartures(on: Statements, ids: readonly string[]): Promise<{ id: string; date: string }[]> {
  const { rows } = await on.query({ name: "door-departures", text: HOLD_DEPARTURES, values: [ids] });
  return rows as { id: string; date: string }[];
}

const HOURS = `
  select d.id, round(extract(epoch from d.starts_at) * 1000)::float8 as starts, round(extract(epoch from d.ends_at) * 1000)::float8 as ends,
    count(s.id) = 0 or coalesce(bool_or(s.user_id = $2), false) as theirs,
    $3::text[] is null or d.city_id = any($3::text[]) or coalesce(bool_or(s.user_id = $2), false) as reached
  from night_facts d
    left join shifts s on s.departure_id = d.id and s.state = 'accepted'
  where d.id = any($1::uuid[]) group by d.id, d.starts_at, d.ends_at, d.city_id`;

/**
 * When nights start and end (ms), and whether a user is one of their guides; of a night for which nobody has said yes everybody
 * is. `reached`: a guide of it, or the night is of one of their cities.
 */
export async function hoursOf(
  on: Statements,
  ids: readonly string[],
  { userId, cities = null }: { userId: string | null; cities?: readonly string[] | null },
) {
  type Row = { id: string; starts: number; ends: number; theirs: boolean; reached: boolean };
  return (await on.query<Row>({ name: "door-hours", text: HOURS, values: [ids, userId, cities] })).rows;
}

const HOLD_TICKETS = "select id from tickets where id = any($1::uuid[]) order by id for no key update";

/** Locks tickets: whoever writes their events or voids them waits. */
export const holdTickets = (on: Statements, ids: readonly string[]) =>
  on.query({ name: "door-hold-tickets", text: HOLD_TICKETS, values: [ids] });

/** A ticket with its booking, its booking's night and its events. */
export type TicketFacts = {
  id: string;
  position: number;
  ticket_status: string;
  booking_id: string;
  /** a practice booking */
  test: boolean;
  status: string;
  cancel_reason: string | null;
  hold_expires_at: Date;
  refunded: boolean;
  /** marked as not having come */
  absent: boolean;
  /** a partner is credited with the booking */
  credited: boolean;
  /** its guests' data was erased, or its term is over */
  forgotten: boolean;
  departure: {
    id: string;
    date: string;
    start: string;
    /** ms */
    starts_at: number;
    cancelled: boolean;
    title: string;
    title_es: string | null;
    /** when it was to start before it was moved (ms) */
    former: number[];
  };
  events: StoredEvent[];
  /** nights that its booking was moved away from, and when (ms) */
  moves: { from: string; at: number }[];
};
export type StoredEvent = {
  id: string;
  kind: "in" | "undo" | "deny" | "id_seen";
  of_event: string | null;
  departure_id: string;
  at: number;
};

const FACTS = `
  select t.id, t.position, t.status as ticket_status, b.id as booking_id, b.test, b.status, b.cancel_reason, b.hold_expires_at,
    b.no_show_at is not null as absent, b.partner_id is not null as credited, b.forgotten_at is not null as forgotten,
    exists (select from refunds r where r.purchase_id = b.id and r.status = 'succeeded') as refunded,
    json_build_object('id', d.id, 'date', d.date::text, 'start', d.start_time,
      'starts_at', round(extract(epoch from d.starts_at) * 1000)::float8, 'cancelled', d.status = 'cancelled',
      'title', d.title, 'title_es', d.title_es) as departure,
    coalesce((select json_agg(json_build_object('id', e.id, 'kind', e.kind, 'of_event', e.of_event,
      'departure_id', e.departure_id, 'at', round(extract(epoch from e.happened_at) * 1000)::float8))
      from checkin_events e where e.ticket_id = t.id), '[]') as events,
    coalesce((select json_agg(json_build_object('from', m.from_departure_id, 'at', round(extract(epoch from m.closed_at) * 1000)::float8))
      from booking_changes m where m.booking_id = b.id and m.kind = 'date' and m.status = 'made'), '[]') as moves
  from tickets t join booking_facts b on b.id = t.booking_id join night_facts d on d.id = b.scheduled_crawl_id
  where t.id = any($1::uuid[])`;
// nothing else keeps where a night was moved from; what a move didn't change is as it is now
const FORMER = `
  select d.id, round(extract(epoch from (coalesce(a.changes->'date'->>'old', d.date::text)::date
      + coalesce(a.changes->'start_time'->>'old', d.start_time::text)::time) at time zone d.time_zone) * 1000)::float8 as start
  from night_facts d
    join audit_log a on a.subject_type = 'departure' and a.subject_id = d.id::text
      and a.action = 'departure.updated' and (a.changes ? 'date' or a.changes ? 'start_time')
  where d.id = any(array(select b.scheduled_crawl_id from tickets t join booking_facts b on b.id = t.booking_id
    where t.id = any($1::uuid[])))`;
const FACTS_AND_KNOWN = `
  select (select coalesce(json_agg(f), '[]') from (${FACTS}) f) as facts,
    (select coalesce(json_agg(m), '[]') from (${FORMER}) m) as former,
    array(select id from checkin_events where id = any($2::uuid[])) as known`;

/**
 * What is known of tickets, and which of `eventIds` are stored; a statement of its own after the lock, or it would see what was true
 * before waiting for it.
 */
export async function ticketFacts(
  on: Statements,
  ids: readonly string[],
  eventIds: readonly string[],
): Promise<{ facts: TicketFacts[]; known: Set<string> }> {
  type Row = {
    facts: (Omit<TicketFacts, "hold_expires_at"> & { hold_expires_at: string })[];
    former: { id: string; start: number }[];
    known: string[];
  };
  const values = [ids, eventIds];
  const { rows } = await on.query<Row>({ name: "door-facts", text: FACTS_AND_KNOWN, values });
  const { facts, former, known: existing } = rows[0]!;
  const formerOf = (night: string) => former.filter(({ id }) => id === night).map(({ start }) => start);
  const read = facts.map(({ departure, ...fact }) => ({
    ...fact,
    departure: { ...departure, former: formerOf(departure.id) },
    hold_expires_at: new Date(fact.hold_expires_at),
  }));
  return { facts: read, known: new Set(existing) };
}

const KNOWN = "select id from checkin_events where id = any($1::uuid[])";

/** Those of `ids` whose events are stored. */
export async function knownEvents(on: Statements, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await on.query<{ id: string }>({ name: "door-known", text: KNOWN, values: [ids] });
  return new Set(rows.map(({ id }) => id));
}

export type NewEvent = {
  id: string;
  kind: string;
  departure_id: string;
  ticket_id: string | null;
  of_event: string | null;
  device_at: string;
  happened_at: Date;
  offline: boolean;
  way: string;
  reason: string;
  concern: Concern | null;
};

/** Audit entries of the parameters from `$first` on, as `noted` makes them. */
const NOTE = (first: number) => `
  insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, changes, source)
  select $${first + 1}, $${first + 2}, action, subject_type, subject_id, changes, $${first + 3}
  from json_to_recordset($${first}::json) as e(action text, subject_type text, subject_id text, changes jsonb)`;

// of a ticket's entries those that stop being open come first, or two would be open for a moment
const STORE = `
  with added as (
    insert into checkin_events (id, kind, departure_id, ticket_id, of_event, device_id, user_id, device_at, happened_at, received_at,
      offline, way, reason, concern)
    select id, kind, departure_id, ticket_id, of_event, $2, $3, device_at, happened_at, $4, offline, way, reason, concern
    from json_to_recordset($1::json) as e(id uuid, kind text, departure_id uuid, ticket_id uuid, of_event uuid, device_at timestamptz,
      happened_at timestamptz, offline boolean, way text, reason text, concern text)
    order by id on conflict (id) do nothing returning id),
  written as (
    insert into entries (id, ticket_id, departure_id, standing, happened_at, id_seen, changed_at)
    select id, ticket_id, departure_id, standing, happened_at, id_seen, $4 from json_to_recordset($5::json)
      as e(id uuid, ticket_id uuid, departure_id uuid, standing text, happened_at timestamptz, id_seen boolean)
    order by standing = 'open', id
    on conflict (id) do update set standing = excluded.standing, id_seen = excluded.id_seen, changed_at = excluded.changed_at,
      looked_at = case when entries.standing = excluded.standing then entries.looked_at end,
      looked_by = case when entries.standing = excluded.standing then entries.looked_by end
    where (entries.standing, entries.id_seen) is distinct from (excluded.standing, excluded.id_seen)),
  noted as (${NOTE(6)})
  select count(*) as count from added`;

type Stored = {
  events: readonly NewEvent[];
  /** what the entries of the events' tickets are worth by now, to be looked at anew where that isn't what was looked at */
  states: readonly (EntryState & { ticket_id: string; departure_id: string })[];
  notes: readonly Note[];
};
type By = { deviceId: string | null; userId: string | null; now: Date; author: Author };

/** Stores new events, what they make of entries, and their audit entries. Returns how many of the events weren't there. */
export async function storeEvents(
  on: Statements,
  what: Stored,
  { deviceId, userId, now, author }: By,
): Promise<number> {
  const [events, states] = [JSON.stringify(what.events), JSON.stringify(what.states)];
  const values = [events, deviceId, userId, now, states, ...noted(what.notes, author)];
  return (await on.query<{ count: number }>({ name: "door-store-events", text: STORE, values })).rows[0]!.count;
}

export type Note = {
  /** `there`: of a booking that had been marked as not having come. */
  did: "entered" | "undone" | "denied" | "id_seen" | "there";
  subject_type: string;
  subject_id: string;
  changes: object;
};

export type Author = { kind: string; userId: string | null; address: string };

function noted(notes: readonly Note[], { kind, userId, address }: Author) {
  const rows = notes.map(({ did, ...note }) =>
    did === "there" ? { ...note, action: "booking.there" } : { ...note, action: `checkin.${did}` },
  );
  return [JSON.stringify(rows), kind, userId, address];
}

const NOTE_ALONE = NOTE(1);

/** Writes audit entries in one statement. */
export const noteEvents = (on: Statements, notes: readonly Note[], author: Author) =>
  on.query({ name: "door-note", text: NOTE_ALONE, values: noted(notes, author) });

const SHOWN = `n.ticket_id, n.id as event, n.happened_at as at, n.id_seen, coalesce(split_part(u.name, ' ', 1), '') as by,
    coalesce(v.name, '') as device`;
const WHO = `left join checkin_events e on e.id = n.id left join "user" u on u.id = e.user_id left join door_devices v on v.id = e.device_id`;

type EntryRow = { ticket_id: string; event: string | null; at: Date; id_seen: boolean; by: string; device: string };
const entryOf = ({ event, at, by, device, id_seen }: EntryRow): Entry | null =>
  event === null ? null : { event, at: at.toISOString(), by, device, id_seen };

const OPEN = `select ${SHOWN} from entries n ${WHO} where n.ticket_id = any($1::uuid[]) and n.standing = 'open'`;

/** The open entries of tickets, by ticket. */
export async function openEntries(on: Statements, ids: readonly string[]): Promise<Map<string, Entry>> {
  const { rows } = await on.query<EntryRow>({ name: "door-open-entries", text: OPEN, values: [ids] });
  return new Map(rows.flatMap((row) => [[row.ticket_id, entryOf(row)!] as const]));
}

const ENTRY = "select ticket_id, departure_id, standing from entries where id = $1";

export async function entryById(on: Statements, id: string) {
  type Row = { ticket_id: string; departure_id: string; standing: "open" | "double" | "undone" };
  return (await on.query<Row>({ name: "door-entry", text: ENTRY, values: [id] })).rows[0];
}

/** An entry that was not taken back. */
export type StandingEntry = { id: string; ticket_id: string; departure_id: string };

const ELSEWHERE = `
  select n.id, n.ticket_id, n.departure_id from entries n join tickets t on t.id = n.ticket_id join booking_facts b on b.id = t.booking_id
  where b.id = $1 and n.departure_id <> b.scheduled_crawl_id and n.standing <> 'undone' order by n.id`;

/** Locks a booking's tickets. Returns their entries at doors of other nights than its own. */
export async function holdElsewhere(on: Statements, bookingId: string): Promise<StandingEntry[]> {
  const text = "select id from tickets where booking_id = $1 order by id for no key update";
  await on.query({ name: "door-hold-booking", text, values: [bookingId] });
  return (await on.query<StandingEntry>({ name: "door-elsewhere", text: ELSEWHERE, values: [bookingId] })).rows;
}

const HOLD_NIGHT = `
  select t.id from tickets t join bookings b on b.id = t.booking_id where b.scheduled_crawl_id = $1 order by t.id
  for no key update of t`;
const BEFORE_MOVE = `
  select n.id, n.ticket_id, n.departure_id from entries n join tickets t on t.id = n.ticket_id
    join bookings b on b.id = t.booking_id join scheduled_crawls d on d.id = b.scheduled_crawl_id
    join pub_crawls c on c.id = d.crawl_id join cities y on y.id = c.city_id
  where d.id = $1 and n.departure_id = d.id and n.standing <> 'undone' and d.starts_at > $2
    and greatest(n.happened_at, ($3::date + $4::time) at time zone y.time_zone) < d.starts_at - $5 * interval '1 hour'
  order by n.id`;

/**
 * Locks the tickets of a departure that was to start at `was`, in its city's time. Returns the entries that are for that time: it and
 * they lie more than `hours` before the start of now, which is still to come.
 */
export async function holdBeforeMove(
  on: Statements,
  {
    departureId,
    now,
    was,
    hours,
  }: { departureId: string; now: Date; was: { date: string; start_time: string }; hours: number },
): Promise<StandingEntry[]> {
  await on.query({ name: "door-hold-night", text: HOLD_NIGHT, values: [departureId] });
  const values = [departureId, now, was.date, was.start_time, hours];
  return (await on.query<StandingEntry>({ name: "door-before-move", text: BEFORE_MOVE, values })).rows;
}

const CHANGES = `
  select c.ticket_id, s.event, s.at, s.id_seen, s.by, s.device
  from (select distinct n.ticket_id from entries n join night_facts d on d.id = n.departure_id
    where n.departure_id = any($1::uuid[]) and n.changed_at >= $2 and abs(extract(epoch from d.starts_at - $3::timestamptz)) < 4 * 86400) c
  left join lateral (select ${SHOWN} from entries n ${WHO} where n.ticket_id = c.ticket_id and n.standing = 'open') s on true`;

/**
 * The tickets of some nights whose entries changed since an instant, each with its open entry now; of nights within four days, a
 * phone has no list of others.
 */
export async function changesSince(
  on: Statements,
  departures: readonly string[],
  { since, now }: { since: Date; now: Date },
): Promise<TicketChange[]> {
  const { rows } = await on.query<EntryRow>({ name: "door-changes", text: CHANGES, values: [departures, since, now] });
  return rows.map((row) => ({ ticket_id: row.ticket_id, entry: entryOf(row) }));
}

/** Blanks the reasons of bookings' events: they may name people. */
export const forgetReasonsOf = (tx: Tx, bookingIds: readonly string[]) =>
  tx
    .updateTable("checkin_events as e")
    .from("tickets as t")
    .set({ reason: "" })
    .whereRef("t.id", "=", "e.ticket_id")
    .where("t.booking_id", "in", bookingIds)
    .where("e.reason", "<>", "")
    .execute();

/** Takes out of a portion of the events of before an instant who recorded them, on which phone, and what they wrote. */
export const forgetRecordersBefore = (db: Db, before: Date): Promise<void> =>
  inPortions(async (after: string | null) => {
    const { rows } = await sql<{ id: string }>`update checkin_events set user_id = null, device_id = null, reason = ''
      where id in (select id from checkin_events where received_at < ${before} and id > ${after ?? FIRST}
        and (user_id is not null or device_id is not null or reason <> '') order by id limit ${PORTION})
      returning id`.execute(db);
    return rows.map(({ id }) => id).toSorted();
  });
const FIRST = "00000000-0000-0000-0000-000000000000";

/**
 * How many people of a booking `b` came. What is doubted of the door changes nothing until somebody has looked at it: neither an
 * entry nor an undo (docs/decisions/116). A party of whom staff say that they were there after all, though nobody checked them in, came.
 */
export const CAME = `(
  select case when count(*) = 0 and b.was_there_at is not null and b.no_show_at is null then b.number_of_people
    else count(distinct t.id)::int end
  from tickets t join entries n on n.ticket_id = t.id join checkin_events e on e.id = n.id
  where t.booking_id = b.id and t.status = 'valid' and (
    (n.standing = 'open' and (e.concern is null or n.looked_at is not null))
    or (n.standing = 'undone' and n.looked_at is null and e.concern is null
      and not exists (select from checkin_events u where u.of_event = n.id and u.kind = 'undo' and u.concern is null))))`;
