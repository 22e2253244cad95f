import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/**
 * Places that were taken on the site in the last two hours, by departure. Holds of the last five minutes don't count as unpaid
 * yet: their guests are paying.
 */
export async function recentPlaces(
  db: Db | Tx,
  now: Date,
): Promise<{ departure: string; unpaid: number; paid: number }[]> {
  const { rows } = await sql<{ departure: string; unpaid: number; paid: number }>`
    select scheduled_crawl_id as departure,
      coalesce(sum(number_of_people) filter (where cancel_reason in ('expired', 'payment_cancelled')
        or (status = 'pending' and created_at <= ${now}::timestamptz - interval '5 minutes')), 0)::int as unpaid,
      coalesce(sum(number_of_people) filter (where status = 'confirmed'), 0)::int as paid
    from bookings where created_at > ${now}::timestamptz - interval '2 hours' and source = 'web'
    group by 1`.execute(db);
  return rows;
}

/** The newest live hold of a browser. */
export const newestHold = (db: Db, browser: string, now: Date) =>
  db
    .selectFrom("bookings")
    .select("id")
    .where("browser", "=", browser)
    .where("status", "=", "pending")
    .where("hold_expires_at", ">", now)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
