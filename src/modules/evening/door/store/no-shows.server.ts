import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

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
 * The bookings of a night, if it still ended by `until`, none of whose guests came in, unless staff have said that they were there: only
 * where at least half of the people came in at the door. Those that aren't marked yet, locked.
 */
export async function absentOf(
  tx: Tx,
  { departureId, until }: { departureId: string; until: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id
    where d.id = ${departureId} and d.ends_at <= ${until} and d.status = 'scheduled'
      and (select count(*) * 2 from booking_facts o join tickets t on t.booking_id = o.id
          join entries n on n.ticket_id = t.id and n.standing = 'open'
          where o.scheduled_crawl_id = d.id and o.status = 'confirmed' and t.status = 'valid')
        >= (select sum(o.number_of_people) from booking_facts o where o.scheduled_crawl_id = d.id and o.status = 'confirmed')
      and b.status = 'confirmed' and b.no_show_at is null and b.was_there_at is null and not ${IN}
    order by b.id for no key update of b`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Marked bookings of nights that ended since an instant, of whose guests somebody came in after all. */
export async function arrivedAfterAll(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from booking_facts b
    where b.ends_at > ${since} and b.no_show_at is not null and ${IN}`.execute(db);
  return rows.map(({ id }) => id);
}
