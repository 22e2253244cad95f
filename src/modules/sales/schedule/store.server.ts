import type { SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import { waitedFor } from "#src/modules/sales/schedule/store/seats.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

export type DepartureRow = {
  id: string;
  crawl_id: string;
  date: string;
  start_time: string;
  end_time: string;
  starts_at: Date;
  ends_at: Date;
  sales_close_at: Date;
  status: string;
  is_private: boolean;
  total_spots: number;
  available: number;
  /** how many places are left as price rules count them: the waiting list's and what friends' tables keep too */
  for_rules: number;
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
  on_every_site: boolean;
  is_active: boolean;
  city_id: string;
  time_zone: string;
};

// Lapsed holds count as free at once, whether or not they were swept (rule seats-3); what a party
// of the waiting list fits is theirs first, and shown as taken (docs/decisions/169). $1 is now, $2 whose waiting list counts.
const pricedNights = (condition: string) => `
  select f.*, case when ${waitedFor("f.id", "f.free", "$2")} then 0 else f.free end as available, f.free + f.kept as for_rules from (
  select d.id, d.crawl_id, d.date, d.start_time, d.end_time, d.starts_at, d.ends_at, d.sales_close_at, d.status, d.is_private, d.total_spots,
    least(d.total_spots, d.available_spots + greatest(coalesce(l.people, 0) - d.overbooked_spots, 0))::int as free,
    coalesce((select sum(t.places - t.taken) from friend_tables t where t.departure_id = d.id and t.closed_at is null), 0)::int as kept,
    d.recurrence_type, d.recurrence_occurrences, d.series_id, d.price, d.sale_price, d.prices, d.sale_prices, d.hide_total_spots,
    d.bookings_disabled, d.early_bird_sale, d.external_booking_link, c.price as crawl_price, c.currency as crawl_currency,
    c.prices as crawl_prices, c.title as crawl_title, c.on_every_site, c.is_active, c.city_id,
    t.time_zone
  from scheduled_crawls d
  join pub_crawls c on c.id = d.crawl_id
  join cities t on t.id = c.city_id
  left join (select departure, sum(people) as people from
               (select scheduled_crawl_id as departure, number_of_people as people from bookings b
                where status = 'pending' and hold_expires_at <= $1
                  and not exists (select from open_friend_shares s where s.booking_id = b.id)
                union all select to_departure_id, held_people from booking_changes
                where status = 'pending' and hold_expires_at <= $1) held group by 1) l on l.departure = d.id
  where ${condition}
  offset 0) f
  order by f.date, f.start_time, f.id`;

// a named statement for the hottest read
const UPCOMING = pricedNights(`d.status = 'scheduled' and not d.is_private and t.is_active and d.sales_close_at > $1
    and d.crawl_id = any($3::uuid[])
    and d.date >= coalesce($4::date, '-infinity') and d.date <= coalesce($5::date, 'infinity')`);

/** Scheduled departures of crawls with sales open at `now`, by date; `practice`: whose waiting list goes first. */
export async function upcomingDepartures(
  on: Statements,
  now: Date,
  crawlIds: readonly string[],
  from: string | null,
  to: string | null,
  practice: boolean,
): Promise<DepartureRow[]> {
  const { rows } = await on.query<DepartureRow>({
    name: "upcoming-departures",
    text: UPCOMING,
    values: [now, practice, crawlIds, from, to],
  });
  return rows;
}

const BETWEEN = pricedNights(`not d.is_private and d.external_booking_link is null and d.starts_at > $1
    and d.crawl_id = any($3::uuid[]) and d.date between $4::date and $5::date`);

/** Nights of crawls that are to come and sold here, also those that are closed or called off, by date. */
export async function comingNights(
  on: Statements,
  now: Date,
  practice: boolean,
  { crawlIds, from, to }: { crawlIds: readonly string[]; from: string; to: string },
): Promise<DepartureRow[]> {
  const values = [now, practice, crawlIds, from, to];
  return (await on.query<DepartureRow>({ name: "coming-nights", text: BETWEEN, values })).rows;
}

const BY_IDS = pricedNights("d.id = any($3::uuid[])");

/** Nights by id, whatever their state. */
export async function nightsByIds(on: Statements, now: Date, practice: boolean, ids: readonly string[]) {
  return (await on.query<DepartureRow>({ name: "nights-by-ids", text: BY_IDS, values: [now, practice, ids] })).rows;
}

const HOURS = `select crawl_id, array_agg(distinct start_time order by start_time) as starts,
    min(extract(epoch from ends_at - starts_at) / 60)::int as shortest, max(extract(epoch from ends_at - starts_at) / 60)::int as longest
  from scheduled_crawls
  where status = 'scheduled' and not is_private and external_booking_link is null and ends_at > $2 and crawl_id = any($1::uuid[])
  group by crawl_id`;

/** When the nights of a crawl that ended after an instant, or are to come, start (HH:MM), and how many minutes they last. */
export type CrawlHours = { crawl_id: string; starts: string[]; shortest: number; longest: number };

/** The hours of crawls that have had a night since an instant, or have one to come. */
export async function hoursSince(on: Statements, crawlIds: readonly string[], since: Date): Promise<CrawlHours[]> {
  return (await on.query<CrawlHours>({ name: "crawl-hours", text: HOURS, values: [crawlIds, since] })).rows;
}

type Night = { id: string; date: string; crawl_id: string; city_id: string };

/** A departure by id, whatever its state; null without one. */
export async function nightById(on: Statements, id: string): Promise<Night | null> {
  const text = `select d.id, d.date, d.crawl_id, d.city_id from night_facts d
    where d.id = $1`;
  const { rows } = await on.query<Night>({ name: "night-by-id", text, values: [id] });
  return rows[0] ?? null;
}

/** The local date of the last scheduled departure, YYYY-MM-DD; null without any. */
export async function lastScheduledDate(on: Statements): Promise<string | null> {
  const text = "select max(date)::text as date from scheduled_crawls where status = 'scheduled'";
  const { rows } = await on.query<{ date: string | null }>({ name: "last-scheduled-date", text, values: [] });
  return rows[0]?.date ?? null;
}

// Reads the old row under its lock: "returning old" would return the row from before a concurrent update. Taken seats stay taken,
// whatever the new total.
const SET_TOTAL = `
  with was as (select id, total_spots from scheduled_crawls where id = $1 for no key update)
  update scheduled_crawls d set
    total_spots = $2,
    available_spots = greatest($2 - (d.total_spots - d.available_spots + d.overbooked_spots), 0),
    overbooked_spots = greatest((d.total_spots - d.available_spots + d.overbooked_spots) - $2, 0)
  from was where d.id = was.id
  returning d.available_spots, d.overbooked_spots, was.total_spots as was`;

/** Sets a departure's total seats and the figures derived from it; null when there is no such departure. */
export async function setTotalSeats(
  on: Statements,
  id: string,
  total: number,
): Promise<{ available_spots: number; overbooked_spots: number; was: number } | null> {
  const { rows } = await on.query<{ available_spots: number; overbooked_spots: number; was: number }>({
    name: "set-total-seats",
    text: SET_TOTAL,
    values: [id, total],
  });
  return rows[0] ?? null;
}

const MARK_CANCELLED = `
  with was as (select id, status from scheduled_crawls where id = $1 for no key update)
  update scheduled_crawls d set status = 'cancelled' from was where d.id = was.id returning was.status as was`;

/** Cancels a departure; returns its previous status, null when missing. */
export async function markCancelled(on: Statements, id: string): Promise<string | null> {
  const { rows } = await on.query<{ was: string }>({ name: "cancel-departure", text: MARK_CANCELLED, values: [id] });
  return rows[0]?.was ?? null;
}

// locked in id order, as wherever several departures are locked
const MOVE_SALES_CLOSE = `
  with coming as (select id from scheduled_crawls
                  where crawl_id = $1 and status = 'scheduled' and starts_at > $3 order by id for no key update)
  update scheduled_crawls d set sales_close_at = d.starts_at - make_interval(mins => $2) from coming where d.id = coming.id`;

/** Sets when sales of a crawl's upcoming departures close: minutes before each start. */
export const moveSalesClose = (on: Statements, crawlId: string, minutes: number, now: Date) =>
  on.query({ text: MOVE_SALES_CLOSE, values: [crawlId, minutes, now] });

export const departureForUpdate = (on: Statements, id: string) =>
  on.query({ name: "hold-departure", text: "select id from scheduled_crawls where id = $1 for update", values: [id] });
