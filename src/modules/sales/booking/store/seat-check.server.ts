import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";

/** A departure whose seats don't add up (total = available + held + confirmed, where overbooked seats come on top). */
export type SeatDifference = { id: string; total: number; available: number; overbooked: number; taken: number };

/** Compares every departure's counters with its bookings, pending changes, the reserves of devices and open friends' tables, in one statement. */
export async function seatDifferences(db: Db): Promise<SeatDifference[]> {
  const { rows } = await sql<SeatDifference>`
    with taken as (
      select id, sum(people)::int as people from (
        select scheduled_crawl_id as id, number_of_people as people from bookings where status in ('pending', 'confirmed')
        union all
        select to_departure_id, held_people from booking_changes where status = 'pending'
        union all
        select departure_id, places - sold from offline_places where returned_at is null
        union all
        select departure_id, places - taken from friend_tables where closed_at is null
      ) as each group by id
    )
    select d.id, total_spots as total, available_spots as available, overbooked_spots as overbooked,
      coalesce(t.people, 0) as taken
    from night_facts d left join taken t using (id)
    where total_spots + overbooked_spots <> available_spots + coalesce(t.people, 0) order by d.id`.execute(db);
  return rows;
}
