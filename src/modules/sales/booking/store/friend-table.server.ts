import { freeSeats, waitedFor } from "#src/modules/sales/schedule/take-seats.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

// Places that friends may take of a table. Lock order: booking, table, departure. `releaseBooking` gives the places of an unpaid share back.

const NIGHT = `select starts_at, sales_close_at, available_spots, not bookings_disabled and external_booking_link is null as is_sold
  from night_facts where id = $1`;
type NightOfTable = { starts_at: Date; sales_close_at: Date; available_spots: number; is_sold: boolean };

/** What limits a table: its deadline, its places, and whether friends can book them here (`is_sold`). */
export const nightOfTable = async (on: Statements, departureId: string) =>
  (await on.query<NightOfTable>({ text: NIGHT, values: [departureId] })).rows[0];

const FREE = `select case when ${waitedFor("d.id", "d.available_spots", "$2::boolean")} then 0 else d.available_spots end as free
  from night_facts d where d.id = $1`;

/** How many places of a departure nobody has; none while the waiting list goes first. */
export const freeOnSale = async (on: Statements, departureId: string, practice: boolean): Promise<number> =>
  (await on.query<{ free: number }>({ text: FREE, values: [departureId, practice] })).rows[0]?.free ?? 0;

export type NewTable = {
  code: string;
  bookingId: string;
  departureId: string;
  places: number;
  deadline: Date;
  now: Date;
};

const INSERT = `
  insert into friend_tables (code, booking_id, departure_id, places, deadline, started_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (booking_id) do nothing returning id`;

/** Writes a table whose places its transaction has taken, which has locked its booking. Its id; null where the booking had one before. */
export async function insertTable(on: Statements, table: NewTable): Promise<string | null> {
  const values = [table.code, table.bookingId, table.departureId, table.places, table.deadline, table.now];
  return (await on.query<{ id: string }>({ text: INSERT, values })).rows[0]?.id ?? null;
}

// in order: friends of two tables may swap them
const LOCK = `select id from friend_tables
  where code = $1 or id = (select table_id from friend_shares where booking_id = $2) order by id for update`;

/**
 * Locks a table, with the one that gave the hold that is replaced, after that hold and before what is of its departure, whose seats that
 * hold gives back first. Who replaces none locks it by taking its places (`takeHold`).
 */
export async function lockTable(on: Statements, code: string, ownHold: string): Promise<void> {
  await on.query({ text: "select id from bookings where id = $1 for no key update", values: [ownHold] });
  await on.query({ text: LOCK, values: [code, ownHold] });
}

// Of a booking that is cancelled or on another night nothing is reserved: `closeTables` closes its table.
const RESIZE = `
  update friend_tables t set places = $2 where t.id = $1 and t.closed_at is null and t.deadline > $3 and t.taken <= $2
    and exists (select from bookings b where b.id = t.booking_id and b.test = $4 and b.status = 'confirmed'
      and b.scheduled_crawl_id = t.departure_id)
  returning old.places`;
type Resized = { id: string; places: number; now: Date; practice: boolean };

/**
 * Sets how many places an open table has, not less than bookings have of them, and locks it: how many it had; null where that can't
 * be. Its departure counts them yet.
 */
export const resizeOpenTable = async (on: Statements, { id, places, now, practice }: Resized): Promise<number | null> =>
  (await on.query<{ places: number }>({ text: RESIZE, values: [id, places, now, practice] })).rows[0]?.places ?? null;

const CLOSE = `update friend_tables set closed_at = $2 where id = $1 and closed_at is null
  returning departure_id, booking_id, places - taken as places`;

/**
 * Closes a table, once, and frees what nobody has taken of it: its departure, the booking that started it and how many places; null
 * when it was closed before.
 */
export async function closeOpenTable(on: Statements, id: string, now: Date) {
  const { rows } = await on.query<{ departure_id: string; booking_id: string; places: number }>({
    text: CLOSE,
    values: [id, now],
  });
  const [gone] = rows;
  if (!gone) return null;
  await freeSeats(on, gone.departure_id, gone.places);
  return gone;
}

const OF_BOOKING = "select id from friend_tables where booking_id = $1 and closed_at is null";

/** The open table that a booking has started. */
export const openTableOf = async (on: Statements, bookingId: string): Promise<string | null> =>
  (await on.query<{ id: string }>({ text: OF_BOOKING, values: [bookingId] })).rows[0]?.id ?? null;

// whoever started it and doesn't come has no table either; nothing is left to wait for where all of them have paid
const UNPAID = `exists (select from friend_shares s join bookings u on u.id = s.booking_id
  where s.table_id = t.id and u.status = 'pending')`;
const OVER = `
  select t.id from friend_tables t join night_facts d on d.id = t.departure_id join bookings b on b.id = t.booking_id
  where t.closed_at is null and (t.deadline <= $1 or d.status <> 'scheduled'
    or b.status <> 'confirmed' or b.scheduled_crawl_id <> t.departure_id or t.taken = t.places and not ${UNPAID})
  order by t.id limit 500`;

/**
 * Open tables past their deadline, of nights that don't take place, whose first booking is cancelled or on another night, and whose
 * places are all paid.
 */
export const tablesToClose = async (on: Statements, now: Date): Promise<{ id: string }[]> =>
  (await on.query<{ id: string }>({ text: OVER, values: [now] })).rows;

const DUE = `
  select id from friend_tables where closed_at is null and reminded_at is null
    and deadline > $1 and deadline <= $2 and started_at <= deadline - $3 * interval '1 millisecond' order by id limit 500`;

/** Open tables whose deadline comes until `until`, and which were started more than `after` milliseconds before it. */
export const tablesDue = async (on: Statements, { now, until, after }: { now: Date; until: Date; after: number }) =>
  (await on.query<{ id: string }>({ text: DUE, values: [now, until, after] })).rows;

const REMIND = `update friend_tables set reminded_at = $2 where id = $1 and reminded_at is null and closed_at is null
  returning booking_id`;

/** Notes that a table's organiser is reminded, once: its first booking; null where they were before, or it is closed. */
export const markReminded = async (on: Statements, id: string, now: Date): Promise<string | null> =>
  (await on.query<{ booking_id: string }>({ text: REMIND, values: [id, now] })).rows[0]?.booking_id ?? null;

// what a friend has of a table stays so many of its places, however many they are later
const OWN = `
  select t.id, t.code, t.booking_id, t.departure_id, t.places, t.deadline, t.closed_at, b.first_name as organiser,
    coalesce((select json_agg(json_build_object('name', f.first_name, 'people', least(s.people, f.number_of_people))
        order by f.confirmed_at, f.id)
      from friend_shares s join bookings f on f.id = s.booking_id where s.table_id = t.id and f.status = 'confirmed'), '[]') as friends,
    (select coalesce(sum(s.people), 0)::int from friend_shares s join bookings f on f.id = s.booking_id
      where s.table_id = t.id and f.status = 'pending' and f.hold_expires_at > $2) as paying,
    t.places - t.taken + (select coalesce(sum(s.people), 0)::int from friend_shares s join bookings f on f.id = s.booking_id
      where s.table_id = t.id and f.status = 'pending' and f.hold_expires_at <= $2) as left
  from friend_tables t join bookings b on b.id = t.booking_id`;

export type TableRow = {
  id: string;
  code: string;
  booking_id: string;
  departure_id: string;
  places: number;
  deadline: Date;
  closed_at: Date | null;
  organiser: string;
  /** who has paid, in that order */
  friends: { name: string; people: number }[];
  /** for how many people somebody is paying */
  paying: number;
  /** how many places friends can take, those of ended holds too */
  left: number;
};

/** The table that a booking started or, as `isShare`, that a booking's places came from. */
export async function tableOf(on: Statements, bookingId: string, now: Date, isShare = false) {
  const which = isShare ? "t.id = (select table_id from friend_shares where booking_id = $1)" : "t.booking_id = $1";
  return (await on.query<TableRow>({ text: `${OWN} where ${which}`, values: [bookingId, now] })).rows[0];
}

/** The tables of a departure, the oldest first. */
export const tablesOfNight = async (on: Statements, departureId: string, now: Date): Promise<TableRow[]> =>
  (await on.query<TableRow>({ text: `${OWN} where t.departure_id = $1 order by t.id`, values: [departureId, now] }))
    .rows;

const BY_CODE = `
  select t.departure_id, t.deadline, t.closed_at is null and t.deadline > $2 as is_open, b.first_name as organiser
  from friend_tables t join bookings b on b.id = t.booking_id where t.code = $1 and b.test = $3`;
type ByCode = { departure_id: string; deadline: Date; is_open: boolean; organiser: string };

/** A table by the code in its link; `practice`: which bookings count. */
export const tableByCode = async (on: Statements, code: string, now: Date, practice: boolean) =>
  (await on.query<ByCode>({ text: BY_CODE, values: [code, now, practice] })).rows[0];

// a share whose hold has ended goes back before somebody else takes its places, and one's own does with its hold
const LEFT = `
  select t.places - t.taken + (select coalesce(sum(s.people), 0)::int from friend_shares s join bookings f on f.id = s.booking_id
    where s.table_id = t.id and f.status = 'pending' and (f.hold_expires_at <= $3 or f.id = $5::uuid)) as left
  from friend_tables t join bookings b on b.id = t.booking_id
  where t.code = $1 and t.departure_id = $2 and t.closed_at is null and t.deadline > $3 and b.test = $4`;
type LeftOf = { code: string; departureId: string; now: Date; practice: boolean; ownHold: string | null };

/** How many places of an open table are left to a browser with that hold of the departure; null where no such table is open. */
export async function leftOfTable(on: Statements, { code, departureId, now, practice, ownHold }: LeftOf) {
  const values = [code, departureId, now, practice, ownHold];
  return (await on.query<{ left: number }>({ text: LEFT, values })).rows[0]?.left ?? null;
}
