import type { SetPrices } from "#src/modules/catalog/rules.ts";
import type { Statements } from "#src/platform/db.server.ts";

export type DepartureRow = {
  id: string;
  crawl_id: string;
  date: string;
  start_time: string;
  end_time: string;
  starts_at: Date;
  sales_close_at: Date;
  total_spots: number;
  available: number;
  recurrence_type: string | null;
  recurrence_occurrences: number | null;
  series_id: string | null;
  price: number | null;
  sale_price: number | null;
  prices: SetPrices;
  sale_prices: SetPrices;
  hide_total_spots: boolean;
  bookings_disabled: boolean;
  early_bird_sale: boolean;
  external_booking_link: string | null;
  crawl_price: number | null;
  crawl_currency: string;
  crawl_prices: SetPrices;
  crawl_title: string;
};

// A named statement on the hottest read. A hold that has lapsed counts as free at once, whether or not it was swept (mechanics 1).
const UPCOMING = `
  select d.id, d.crawl_id, d.date, d.start_time, d.end_time, d.starts_at, d.sales_close_at, d.total_spots,
    least(d.total_spots, d.available_spots + greatest(coalesce(l.people, 0) - d.overbooked_spots, 0))::int as available,
    d.recurrence_type, d.recurrence_occurrences, d.series_id, d.price, d.sale_price, d.prices, d.sale_prices, d.hide_total_spots,
    d.bookings_disabled, d.early_bird_sale, d.external_booking_link, c.price as crawl_price, c.currency as crawl_currency,
    c.prices as crawl_prices, c.title as crawl_title
  from scheduled_crawls d
  join pub_crawls c on c.id = d.crawl_id
  left join (select departure, sum(people) as people from
               (select scheduled_crawl_id as departure, number_of_people as people from bookings
                where status = 'pending' and hold_expires_at <= $1
                union all select to_departure_id, held_people from booking_changes
                where status = 'pending' and hold_expires_at <= $1) held group by 1) l on l.departure = d.id
  where d.status = 'scheduled' and d.sales_close_at > $1 and d.crawl_id = any($2::uuid[])
    and d.date >= coalesce($3::date, '-infinity') and d.date <= coalesce($4::date, 'infinity')
  order by d.date, d.start_time, d.id`;

/** Scheduled departures of crawls whose sales are open at `now`, by date. */
export async function upcomingDepartures(
  on: Statements,
  now: Date,
  crawlIds: readonly string[],
  from: string | null,
  to: string | null,
): Promise<DepartureRow[]> {
  const { rows } = await on.query<DepartureRow>({
    name: "upcoming-departures",
    text: UPCOMING,
    values: [now, crawlIds, from, to],
  });
  return rows;
}

// One statement on the locked row: what is taken stays taken, whatever the new total is.
const SET_TOTAL = `
  update scheduled_crawls d set
    total_spots = $2,
    available_spots = greatest($2 - (d.total_spots - d.available_spots + d.overbooked_spots), 0),
    overbooked_spots = greatest((d.total_spots - d.available_spots + d.overbooked_spots) - $2, 0)
  where d.id = $1
  returning d.available_spots, d.overbooked_spots, old.total_spots as was`;

/** Sets the total of a departure and what follows from it; null when there is no such departure. */
export async function setTotalSpots(
  on: Statements,
  id: string,
  total: number,
): Promise<{ available_spots: number; overbooked_spots: number; was: number } | null> {
  const { rows } = await on.query<{ available_spots: number; overbooked_spots: number; was: number }>({
    name: "set-total-spots",
    text: SET_TOTAL,
    values: [id, total],
  });
  return rows[0] ?? null;
}

/** Marks a departure as called off; gives what it was, null when there is none. */
export async function markCancelled(on: Statements, id: string): Promise<string | null> {
  const text = "update scheduled_crawls set status = 'cancelled' where id = $1 returning old.status as was";
  const { rows } = await on.query<{ was: string }>({ name: "cancel-departure", text, values: [id] });
  return rows[0]?.was ?? null;
}
