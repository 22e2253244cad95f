import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

const IN = sql`exists (select from tickets t join entries n on n.ticket_id = t.id where t.booking_id = b.id and n.standing = 'open')`;

/** The nights that ended between two instants, and have bookings that aren't marked. */
export const nightsEnded = async (db: Db, { since, until }: { since: Date; until: Date }): Promise<string[]> =>
  (
    await sql<{ id: string }>`select d.id from night_facts d
      where d.ends_at > ${since} and d.ends_at <= ${until} and d.status = 'scheduled' and exists (select from booking_facts b
        where b.scheduled_crawl_id = d.id and b.status = 'confirmed' and b.no_show_at is null and b.was_there_at is null)
      order by d.ends_at, d.id`.execute(db)
  ).rows.map(({ id }) => id);

/**
 * Marks the bookings of a night, if it still ended by `until`, none of whose guests came in, unless staff have said that they were there: only where
 * at least half of the people came in at the door. Returns those that weren't marked before.
 */
export async function markNoShows(
  tx: Tx,
  { departureId, until }: { departureId: string; until: Date },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select b.id from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id
      where d.id = ${departureId} and d.ends_at <= ${until} and d.status = 'scheduled'
        and (select count(*) * 2 from bookings o join tickets t on t.booking_id = o.id
            join entries n on n.ticket_id = t.id and n.standing = 'open'
            where o.scheduled_crawl_id = d.id and o.status = 'confirmed' and t.status = 'valid')
          >= (select sum(o.number_of_people) from bookings o where o.scheduled_crawl_id = d.id and o.status = 'confirmed')
        and b.status = 'confirmed' and b.no_show_at is null and b.was_there_at is null and not ${IN}
      order by b.id for no key update of b)
    update bookings b set no_show_at = ${now} from due where b.id = due.id returning b.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Marked bookings of nights that ended since an instant, of whose guests somebody came in after all. */
export async function arrivedAfterAll(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from booking_facts b
    where b.ends_at > ${since} and b.no_show_at is not null and ${IN}`.execute(db);
  return rows.map(({ id }) => id);
}

const UNMARK = `
  with came as (
    select id, no_show_at from bookings where id = any($1::uuid[]) and no_show_at is not null order by id for no key update)
  update bookings b set no_show_at = null from came where b.id = came.id returning b.id, came.no_show_at`;

/** Takes the mark back from bookings, their locks taken one by one in the order of their ids. Returns whose it was, and since when. */
export async function unmarkBookings(on: Statements, ids: readonly string[]) {
  return (await on.query<{ id: string; no_show_at: Date }>({ name: "door-unmark", text: UNMARK, values: [ids] })).rows;
}

export const holdBooking = (tx: Tx | Db, id: string) =>
  tx.selectFrom("bookings").select("no_show_at").where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Notes that a party was there, and who said so: then no job marks it as a no-show again. */
export const markThere = (tx: Tx, id: string, { now, by }: { now: Date; by: string | null }) =>
  tx
    .updateTable("bookings")
    .set({ no_show_at: null, was_there_at: now, no_show_by: by })
    .where("id", "=", id)
    .execute();
