import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/**
 * Places that were taken on the site in the last two hours, by departure: bookings, and changes of bookings. Unpaid is what nobody
 * paid for, whatever ended it, unless the operator did. Two kinds count as unpaid only when they are five minutes old: what is still
 * held, whose guests are paying, and what a guest replaced, of which only the largest counts, and only beyond what they then paid or
 * keep: changing one's mind is no second hold.
 */
export async function recentPlaces(
  db: Db | Tx,
  now: Date,
): Promise<{ departure: string; unpaid: number; paid: number }[]> {
  const { rows } = await sql<{ departure: string; unpaid: number; paid: number }>`
    with held as (
      select scheduled_crawl_id as departure, coalesce(browser, id::text) as who, number_of_people as people, created_at,
        case when status = 'pending' then 'held' when status = 'confirmed' then 'paid'
          when confirmed_at is null and cancel_reason not in ('admin', 'departure_cancelled') then cancel_reason end as what
      from bookings where created_at > ${now}::timestamptz - interval '2 hours' and source = 'web'
      union all
      select to_departure_id, booking_id::text, held_people, created_at,
        case when status = 'pending' then 'held' when status = 'made' then 'paid'
          when drop_reason in ('expired', 'guest', 'replaced') then drop_reason end
      from booking_changes where created_at > ${now}::timestamptz - interval '2 hours' and difference > 0
    ), counted as (
      select departure, who,
        coalesce(sum(people) filter (where what not in ('held', 'replaced', 'paid') or what = 'held' and is_old), 0)::int as kept,
        coalesce(max(people) filter (where what = 'replaced' and is_old), 0) as replaced,
        coalesce(sum(people) filter (where what = 'paid'), 0)::int as paid
      from held, lateral (select created_at <= ${now}::timestamptz - interval '5 minutes' as is_old) age group by departure, who
    )
    select departure, sum(greatest(kept, replaced - paid))::int as unpaid, sum(paid)::int as paid from counted group by departure`.execute(
    db,
  );
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
