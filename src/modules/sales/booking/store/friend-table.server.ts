import { freeSeats } from "#src/modules/sales/schedule/take-seats.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

// Places that friends may take of a table. Lock order: booking, table, departure. `releaseBooking` gives the places of an unpaid share back.

const NIGHT = "select starts_at, sales_close_at from night_facts where id = $1";

/** What limits a table's deadline. */
export const nightOfTable = async (on: Statements, departureId: string) =>
  (await on.query<{ starts_at: Date; sales_close_at: Date }>({ text: NIGHT, values: [departureId] })).rows[0];

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

/** Locks a table, after the hold that is replaced and before what is of its departure: whoever replaces a hold frees seats first. */
export async function lockTable(on: Statements, code: string, ownHold: string | null): Promise<void> {
  if (ownHold) await on.query({ text: "select id from bookings where id = $1 for no key update", values: [ownHold] });
  await on.query({ text: "select id from friend_tables where code = $1 for update", values: [code] });
}

// The departure counts them as taken already: who takes them leaves its counters alone.
const SPEND = `
  update friend_tables t set taken = t.taken + $3
  where t.code = $1 and t.departure_id = $2 and t.closed_at is null and t.deadline > $4 and t.taken + $3 <= t.places
    and exists (select from bookings b where b.id = t.booking_id and b.test = $5) returning id`;

type Spent = { code: string; departureId: string; people: number; now: Date; practice: boolean };

/** Gives places of an open table to the booking that takes them in the same transaction: the table's id, null when it has too few. */
export async function spendTable(on: Statements, { code, departureId, people, now, practice }: Spent) {
  const values = [code, departureId, people, now, practice];
  return (await on.query<{ id: string }>({ text: SPEND, values })).rows[0]?.id ?? null;
}

/** Notes that a booking's places came from a table. */
export const insertShare = (on: Statements, share: { bookingId: string; tableId: string; people: number }) =>
  on.query({
    text: "insert into friend_shares (booking_id, table_id, people) values ($1, $2, $3)",
    values: [share.bookingId, share.tableId, share.people],
  });

const CLOSE = `update friend_tables set closed_at = $2 where id = $1 and closed_at is null
  returning departure_id, places - taken as places`;

/** Closes a table, once, and frees what nobody has taken of it: its departure and how many places; null when it was closed before. */
export async function closeOpenTable(on: Statements, id: string, now: Date) {
  const { rows } = await on.query<{ departure_id: string; places: number }>({ text: CLOSE, values: [id, now] });
  const [gone] = rows;
  if (!gone) return null;
  await freeSeats(on, gone.departure_id, gone.places);
  return gone;
}

const OF_BOOKING = "select id from friend_tables where booking_id = $1 and closed_at is null";

/** The open table that a booking has started. */
export const openTableOf = async (on: Statements, bookingId: string): Promise<string | null> =>
  (await on.query<{ id: string }>({ text: OF_BOOKING, values: [bookingId] })).rows[0]?.id ?? null;

// whoever started it and doesn't come has no table either
const OVER = `
  select t.id from friend_tables t join night_facts d on d.id = t.departure_id join bookings b on b.id = t.booking_id
  where t.closed_at is null and (t.deadline <= $1 or d.status <> 'scheduled'
    or b.status <> 'confirmed' or b.scheduled_crawl_id <> t.departure_id)
  order by t.id limit 500`;

/** Open tables past their deadline, of nights that don't take place, and whose first booking is cancelled or on another night. */
export const tablesToClose = async (on: Statements, now: Date): Promise<{ id: string }[]> =>
  (await on.query<{ id: string }>({ text: OVER, values: [now] })).rows;
