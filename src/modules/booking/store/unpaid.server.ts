import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/**
 * Places that were taken on the site in the last two hours, by departure. Unpaid is what nobody paid for, whatever ended it, unless
 * the operator did; the places of changes too (those that were paid are in their bookings). Two kinds count as unpaid only when they
 * are five minutes old: what is still held, whose guests are paying, and what a guest replaced, of which only the largest counts, and
 * only beyond what they then paid or keep: changing one's mind is no second hold.
 */
export async function recentPlaces(
  db: Db | Tx,
  now: Date,
): Promise<{ departure: string; unpaid: number; paid: number }[]> {
  const { rows } = await sql<{ departure: string; unpaid: number; paid: number }>`
    with taken as (
      select scheduled_crawl_id as departure, coalesce(browser, id::text) as who, number_of_people as people, created_at,
        case when status <> 'cancelled' then status when confirmed_at is null then cancel_reason end as what
      from bookings where created_at > ${now}::timestamptz - interval '2 hours' and source = 'web'
      union all
      select w.to_departure_id, w.booking_id::text, w.held_people, w.created_at, coalesce(w.drop_reason, w.status)
      from booking_changes w join bookings b on b.id = w.booking_id
      where w.created_at > ${now}::timestamptz - interval '2 hours' and w.difference > 0 and b.source = 'web'
    ), counted as (
      select departure,
        coalesce(sum(people) filter (where what in ('expired', 'payment_cancelled', 'customer', 'guest')
          or what = 'pending' and is_old), 0)::int as kept,
        coalesce(max(people) filter (where what = 'replaced' and is_old), 0) as replaced,
        coalesce(sum(people) filter (where what = 'confirmed'), 0)::int as paid,
        coalesce(sum(people) filter (where what = 'made'), 0)::int as made
      from taken, lateral (select created_at <= ${now}::timestamptz - interval '5 minutes' as is_old) age
      group by departure, who
    )
    select departure, sum(greatest(kept, replaced - paid - made))::int as unpaid, sum(paid)::int as paid
    from counted group by departure`.execute(db);
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
