import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { EntryState } from "#src/modules/sales/waiting/rules/turn.ts";
import { actorId, type Context } from "#src/platform/context.server.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";

/** Adds an entry unless its address waits for that night already. Returns the id of whichever is there, and whether it is new. */
export async function addEntry(tx: Tx, row: Insertable<Tables["waiting_entries"]>) {
  const added = await tx
    .insertInto("waiting_entries")
    .values(row)
    .onConflict((c) =>
      c
        .expression(sql`departure_id, lower(email), test`)
        // as it stands in the index, not as parameters
        .where(sql<boolean>`state in ('waiting', 'offered')`)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (added) return { id: added.id, isNew: true };
  const { id } = await tx
    .selectFrom("waiting_entries")
    .select("id")
    .where("departure_id", "=", row.departure_id)
    .where(sql<string>`lower(email)`, "=", row.email.toLowerCase())
    .where("test", "=", row.test)
    .where("state", "in", ["waiting", "offered"])
    .executeTakeFirstOrThrow();
  return { id, isNew: false };
}

/** Lapsed holds count as free, as for whoever reads (rule seats-3). */
const FREE = sql<number>`(least(d.total_spots, d.available_spots + greatest(coalesce((
    select sum(b.number_of_people) from (select scheduled_crawl_id, number_of_people from booking_facts f
      where status = 'pending' and hold_expires_at <= now_at.at
        and not exists (select from open_friend_shares s where s.booking_id = f.id) offset 0) b where b.scheduled_crawl_id = d.id), 0)
  + coalesce((select sum(c.held_people) from booking_changes c
      where c.status = 'pending' and c.hold_expires_at <= now_at.at and c.to_departure_id = d.id), 0) - d.overbooked_spots, 0)))::int`;

/** Nights with free places that a party on their list fits, while they are sold. */
export async function nightsToOffer(db: Db | Tx, practice: boolean, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from (select ${now}::timestamptz as at) now_at, lateral (
      select departure_id, min(people) as people from waiting_entries where state = 'waiting' and test = ${practice} group by 1) w
    join night_facts d on d.id = w.departure_id
    where d.status = 'scheduled' and d.sales_close_at > now_at.at and not d.bookings_disabled and d.external_booking_link is null
      and w.people <= ${FREE} order by d.starts_at, d.id`.execute(db);
  return rows.map(({ id }) => id);
}

export type TurnRow = {
  id: string;
  people: number;
  first_name: string;
  email: string;
  language: string;
  site_tag: string;
  currency: string;
  terms_version: string | null;
  privacy_version: string | null;
};

/** Who waits for a night, in the order of asking. */
export const waitingFor = (db: Db | Tx, departureId: string, practice: boolean): Promise<TurnRow[]> =>
  db
    .selectFrom("waiting_entries")
    .select(["id", "people", "first_name", "email", "language", "site_tag", "currency"])
    .select(["terms_version", "privacy_version"])
    .where("departure_id", "=", departureId)
    .where("state", "=", "waiting")
    .where("test", "=", practice)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();

/** The free places of a night, and when its sale ends. */
export async function freeOf(db: Db | Tx, departureId: string, now: Date) {
  const { rows } = await sql<{ free: number; sales_close_at: Date }>`
    select ${FREE} as free, d.sales_close_at from night_facts d, (select ${now}::timestamptz as at) now_at
    where d.id = ${departureId}`.execute(db);
  return rows[0];
}

// Under the lock that the hold's seats took: between reading the list and here, places may have come free that somebody before fits.
const MARK_OFFERED = `
  with offered as (update waiting_entries e set state = 'offered', offered_at = $3, booking_id = $2 from night_facts d
  where e.id = $1 and e.state = 'waiting' and d.id = e.departure_id and (not $4::boolean or not exists (
    select from waiting_entries b where b.departure_id = e.departure_id and b.test = e.test and b.state = 'waiting'
      and (b.asked_at, b.id) < (e.asked_at, e.id) and b.people <= d.available_spots + e.people))
  returning e.id, e.departure_id
  ), logged as (
    insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, source)
    select $5, $6, 'waiting.offered', 'departure', departure_id::text, $7 from offered where not $4::boolean
  )
  select id from offered`;

/**
 * Makes a hold an entry's offer, in the transaction that took its seats; false where it isn't its turn, or no longer waits. Out of
 * turn it is an act of staff, and audited.
 */
export async function markOffered(
  on: Statements,
  { now, actor }: Pick<Context, "now" | "actor">,
  { id, bookingId, inTurn }: { id: string; bookingId: string; inTurn: boolean },
): Promise<boolean> {
  const values = [id, bookingId, now, inTurn, actor.kind, actorId(actor), actor.address];
  const { rows } = await on.query({ name: "mark-offered", text: MARK_OFFERED, values });
  return rows.length === 1;
}

/** Offers that nobody was told of yet. */
export const offersToTell = (db: Db | Tx) =>
  db
    .selectFrom("waiting_entries")
    .select("id")
    .where("state", "=", "offered")
    .where("told_at", "is", null)
    .orderBy("id")
    .execute();

/** Notes that an offer is told now; undefined where it was before, or isn't one any more. */
export async function markTold(tx: Tx, id: string, now: Date) {
  const { rows } = await sql<{ booking_id: string; until: Date }>`
    update waiting_entries w set told_at = ${now} from booking_facts b
    where w.id = ${id} and w.state = 'offered' and w.told_at is null and b.id = w.booking_id
    returning b.id as booking_id, b.hold_expires_at as until`.execute(tx);
  return rows[0];
}

/** Ends an entry that is in one of `from`; undefined where it is in none of them. */
export const endEntry = (
  tx: Db | Tx,
  { id, from, to, now }: { id: string; from: readonly EntryState[]; to: EntryState; now: Date },
) =>
  tx
    .updateTable("waiting_entries")
    .set({ state: to, ended_at: now })
    .where("id", "=", id)
    .where("state", "in", from)
    .returning(["id", "departure_id", "people"])
    .executeTakeFirst();

/** Ends the offer that a booking is. */
export async function endOffer(tx: Tx, bookingId: string, to: EntryState, now: Date): Promise<void> {
  await tx
    .updateTable("waiting_entries")
    .set({ state: to, ended_at: now })
    .where("booking_id", "=", bookingId)
    .where("state", "=", "offered")
    .execute();
}

/** Its guest has paid, in time or late. */
export const takeOffer = (tx: Tx, bookingId: string, now: Date) => writeLater(tx, OFFER_TAKEN, [bookingId, now]);

const OFFER_TAKEN = writeOf({
  offer_taken: "update waiting_entries set state = 'booked', ended_at = $2 where booking_id = $1 and state <> 'booked'",
});

/** Nobody waits for a night that isn't sold any more. */
export async function closeOver(db: Db | Tx, now: Date): Promise<void> {
  await sql`update waiting_entries w set state = 'closed', ended_at = ${now} from night_facts d
    where d.id = w.departure_id and w.state = 'waiting' and (d.status <> 'scheduled' or d.sales_close_at <= ${now})`.execute(
    db,
  );
}

/**
 * Nobody is offered places whose address takes no mail, or lets offers lapse: the last `most` of them since they asked. They would
 * keep places from those who can answer.
 */
export async function closeUnanswered(
  { db, ask, now }: Pick<Context, "db" | "ask" | "now">,
  most: number,
): Promise<void> {
  const waiting = await sql<{ address: string }>`
    select distinct lower(email) as address from waiting_entries where state = 'waiting'`.execute(db);
  if (waiting.rows.length === 0) return;
  const refusals = JSON.stringify(
    await ask.refusedJoining(
      db,
      waiting.rows.map(({ address }) => address),
    ),
  );
  await sql`update waiting_entries w set state = 'closed', ended_at = ${now} where w.state = 'waiting' and (
    exists (select from json_to_recordset(${refusals}::json) as r (address text, at timestamptz)
      where r.address = lower(w.email) and r.at >= w.asked_at)
    or (select count(*) from waiting_entries l where lower(l.email) = lower(w.email) and l.test = w.test and l.email <> ''
      and l.state = 'lapsed' and l.ended_at >= (select max(n.asked_at) from waiting_entries n
        where lower(n.email) = lower(w.email) and n.test = w.test)) >= ${most})`.execute(db);
}

const NIGHT = sql`d.date::text as date, d.start_time, d.end_time, d.title, d.title_es, d.city, d.city_es, d.time_zone`;

export type OwnRow = {
  id: string;
  state: EntryState;
  people: number;
  email: string;
  site_tag: string;
  language: string;
  date: string;
  start_time: string;
  end_time: string;
  title: string;
  title_es: string;
  city: string;
  city_es: string;
  time_zone: string;
  ahead: number;
  booking_id: string | null;
  link_version: number | null;
  status: string | null;
  until: Date | null;
  total_price: number | null;
  currency: string | null;
};

const OWN = sql`select w.id, w.state, w.people, w.email, w.site_tag, w.language, ${NIGHT},
    (select count(*) from waiting_entries a where a.departure_id = w.departure_id and a.test = w.test and a.state = 'waiting'
      and (a.asked_at, a.id) < (w.asked_at, w.id))::int as ahead,
    b.id as booking_id, b.link_version, b.status, b.hold_expires_at as until, b.total_price, b.currency
  from waiting_entries w
  join night_facts d on d.id = w.departure_id
  left join booking_facts b on b.id = w.booking_id`;

/** The nights that the address of an entry asked for, as long as they aren't over. */
export async function entriesBeside(db: Db | Tx, id: string, now: Date): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`${OWN}
    where (lower(w.email), w.test) = (select lower(email), test from waiting_entries where id = ${id} and email <> '')
      and d.ends_at > ${now}
    order by d.starts_at, w.asked_at, w.id`.execute(db);
  return rows;
}

/** Entries by their ids, in the order of their nights. */
export async function entriesById(db: Db | Tx, ids: readonly string[]): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`${OWN} where w.id = any(${ids}::uuid[]) order by d.starts_at, w.id`.execute(db);
  return rows;
}

/** An entry with its night's city. */
export const entryById = (db: Db | Tx, id: string) =>
  db
    .selectFrom("waiting_entries as w")
    .innerJoin("night_facts as d", "d.id", "w.departure_id")
    .select(["w.id", "w.departure_id", "w.state", "w.people", "w.booking_id", "w.email", "w.test", "d.city_id"])
    .where("w.id", "=", id)
    .executeTakeFirst();

export type ListRow = {
  id: string;
  state: EntryState;
  people: number;
  first_name: string;
  email: string;
  language: string;
  asked_at: Date;
  currency: string;
  unit_price: number;
  booking_id: string | null;
  until: Date | null;
};

/** The list of a night for staff: who waits and who is offered places, in the order of asking, then the rest. */
export async function listOf(db: Db | Tx, departureId: string): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select w.id, w.state, w.people, w.first_name, w.email, w.language, w.asked_at, w.currency, w.unit_price, w.booking_id,
      b.hold_expires_at as until
    from waiting_entries w left join booking_facts b on b.id = w.booking_id where w.departure_id = ${departureId}
    order by w.state in ('waiting', 'offered') desc, w.asked_at, w.id`.execute(db);
  return rows;
}

/** A night with its city; undefined without it. */
export const nightOf = (db: Db | Tx, departureId: string) =>
  db
    .selectFrom("night_facts as d")
    .select([sql<string>`d.date::text`.as("date"), "d.city_id", "d.time_zone"])
    .where("d.id", "=", departureId)
    .executeTakeFirst();

/** Empties a portion of entries whose night ended before an instant; the ids of those. */
export async function emptyOver(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update waiting_entries set first_name = '', email = '' where id in (
      select w.id from waiting_entries w join night_facts d on d.id = w.departure_id
      where w.email <> '' and w.state <> 'waiting' and d.ends_at < ${before} order by w.id limit ${limit})
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Empties the entries of an address; those that wait are over. */
export async function emptyEntriesOf(tx: Tx, email: string, now: Date): Promise<void> {
  await sql`update waiting_entries set first_name = '', email = '',
      state = case when state = 'waiting' then 'left' else state end,
      ended_at = case when state = 'waiting' then ${now} else ended_at end
    where lower(email) = ${email.toLowerCase()}`.execute(tx);
}

/** The entries of an address, as stored. */
export const entriesOfAddress = (db: Db, email: string) =>
  db
    .selectFrom("waiting_entries")
    .select([
      "departure_id",
      "state",
      "people",
      "first_name",
      "email",
      "language",
      "asked_at",
      "offered_at",
      "ended_at",
    ])
    .where(sql<string>`lower(email)`, "=", email.toLowerCase())
    .orderBy("asked_at")
    .execute();
