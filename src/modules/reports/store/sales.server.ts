import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { type RawBuilder, sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import { runsOf } from "#src/modules/reports/rules/counting.ts";
import type { Days } from "#src/modules/reports/rules/period.ts";
import type { SalesDay } from "#src/modules/reports/rules/sales.ts";
import type { Basis } from "#src/modules/reports/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const midnight = (day: string) => sql`(${sql.lit(day)}::date::timestamp at time zone ${sql.lit(HOME_ZONE)})`;
const nextMidnight = (day: string) => sql`((${sql.lit(day)}::date + 1)::timestamp at time zone ${sql.lit(HOME_ZONE)})`;
const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone ${sql.lit(HOME_ZONE)})::date`;
// inline the days as literals: a generic plan would scan all bookings
const within = (instant: RawBuilder<unknown>, { from, to }: Days) =>
  sql`${instant} >= ${midnight(from)} and ${instant} < ${nextMidnight(to)}`;
const among = (date: RawBuilder<unknown>, { from, to }: Days) =>
  sql`${date} between ${sql.lit(from)}::date and ${sql.lit(to)}::date`;

/**
 * Sales of a range of days, row by row, from the bookings and ledger entries. By sale date: bookings confirmed then, and revenue
 * posted then. By departure date: confirmed bookings, and revenue from every booking ever sold for it.
 */
const SOLD: Record<Basis, (days: Days) => RawBuilder<unknown>> = {
  sale: (days) => sql`
    select ${dayOf(sql`b.confirmed_at`)} as day, b.crawl_id, b.currency, b.test, 1 as bookings, b.number_of_people as guests, 0 as revenue
    from bookings b where ${within(sql`b.confirmed_at`, days)}
    union all
    select ${dayOf(sql`l.at`)}, b.crawl_id, l.currency, l.test, 0, 0, -l.amount
    from ledger_entries l join bookings b on b.id = l.booking_id where l.account = 'revenue' and ${within(sql`l.at`, days)}`,
  service: (days) => sql`
    select d.date as day, b.crawl_id, b.currency, b.test, 1 as bookings, b.number_of_people as guests, 0 as revenue
    from scheduled_crawls d join bookings b on b.scheduled_crawl_id = d.id and b.status = 'confirmed' where ${among(sql`d.date`, days)}
    union all
    select d.date, b.crawl_id, l.currency, l.test, 0, 0, -l.amount
    from scheduled_crawls d
      join bookings b on b.scheduled_crawl_id = d.id and b.confirmed_at is not null
      join ledger_entries l on l.booking_id = b.id and l.account = 'revenue'
    where ${among(sql`d.date`, days)}`,
};

/** The same for coupons and their discounts. */
const SOLD_WITH_COUPON: Record<Basis, (days: Days) => RawBuilder<unknown>> = {
  sale: (days) => sql`
    select ${dayOf(sql`b.confirmed_at`)} as day, b.crawl_id, b.currency, b.test, b.coupon_id, 1 as uses, b.discount
    from bookings b where b.coupon_id is not null and ${within(sql`b.confirmed_at`, days)}`,
  service: (days) => sql`
    select d.date as day, b.crawl_id, b.currency, b.test, b.coupon_id, 1 as uses, b.discount
    from scheduled_crawls d join bookings b on b.scheduled_crawl_id = d.id and b.status = 'confirmed'
    where b.coupon_id is not null and ${among(sql`d.date`, days)}`,
};

/** Stored counts, combined with a live count of the days changed since. */
const withChanged = (
  counted: RawBuilder<unknown>,
  changed: readonly string[],
  sold: (days: Days) => RawBuilder<unknown>,
) => sql.join([counted, ...runsOf(changed).map(sold)], sql` union all `);

/** Until when changes are counted in daily_sales; null before the first count. */
export async function countedUntil(db: Db): Promise<Date | null> {
  const row = await db.selectFrom("daily_sales_counted").select("at").executeTakeFirst();
  return row?.at ?? null;
}

/** The database's clock, which the audit log uses. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

export const noteCounted = (db: Db, at: Date) =>
  db
    .insertInto("daily_sales_counted")
    .values({ at })
    .onConflict((c) => c.column("only_row").doUpdateSet({ at }))
    .execute();

export type DaysByBasis = Record<Basis, string[]>;

/**
 * The days whose sales may have changed since an instant of the database's clock. Every change of a booking or departure is in
 * the audit log; its ledger entries are found through its booking.
 */
export async function touchedSince(db: Db, since: Date): Promise<DaysByBasis> {
  const { rows } = await sql<{ basis: Basis; day: string }>`
    with noted as (
      select distinct subject_type as kind, ${asId(sql`subject_id`)} as id,
        ${asId(sql`changes -> 'departure' ->> 'old'`)} as former_departure, changes -> 'date' ->> 'old' as former_date
      from audit_log where at >= ${since} and subject_type in ('booking', 'departure')
    ), sold as (
      select distinct b.id, b.confirmed_at, d.date
      from noted n join bookings b on b.id = n.id join scheduled_crawls d on d.id = b.scheduled_crawl_id
      where n.kind = 'booking' and b.confirmed_at is not null
    )
    select 'sale' as basis, ${dayOf(sql`confirmed_at`)}::text as day from sold
    union select 'sale', ${dayOf(sql`l.at`)}::text from sold s join ledger_entries l on l.booking_id = s.id and l.account = 'revenue'
    union select 'service', date::text from sold
    union select 'service', d.date::text from noted n
      join scheduled_crawls d on d.id = case n.kind when 'departure' then n.id else n.former_departure end
    union select 'service', former_date from noted where kind = 'departure' and former_date ~ '^\\d{4}-\\d\\d-\\d\\d$'`.execute(
    db,
  );
  const of = (basis: Basis) => rows.filter((row) => row.basis === basis).map(({ day }) => day);
  return { sale: of("sale"), service: of("service") };
}

const asId = (text: RawBuilder<unknown>) => sql`case when ${text} ~ '^[0-9a-f-]{36}$' then (${text})::uuid end`;

/** All days with sales or departures, or with counts. */
export async function allDays(db: Db): Promise<DaysByBasis> {
  const { rows } = await sql<{ sale: string[]; service: string[] }>`
    select array(select day::date::text from generate_series(
        (select ${dayOf(sql`min(confirmed_at)`)} from bookings where confirmed_at is not null),
        greatest((select ${dayOf(sql`max(confirmed_at)`)} from bookings where confirmed_at is not null),
          (select ${dayOf(sql`max(at)`)} from ledger_entries)), interval '1 day') day) as sale,
      array(select date::text from scheduled_crawls union select day::text from daily_sales where basis = 'service') as service`.execute(
    db,
  );
  return rows[0]!;
}

/** Recounts the sales of consecutive days. Concurrent counts wait, since they would write the same rows. */
export async function recount(tx: Tx, basis: Basis, days: Days): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('daily_sales', 0))`.execute(tx);
  for (const table of ["daily_sales", "daily_coupons"] as const)
    await tx
      .deleteFrom(table)
      .where("basis", "=", basis)
      .where("day", ">=", days.from)
      .where("day", "<=", days.to)
      .execute();
  await sql`
    insert into daily_sales (basis, day, crawl_id, currency, test, bookings, guests, revenue)
    select ${basis}, day, crawl_id, currency, test, sum(bookings), sum(guests), sum(revenue)
    from (${SOLD[basis](days)}) sold group by day, crawl_id, currency, test`.execute(tx);
  await sql`
    insert into daily_coupons (basis, day, crawl_id, currency, test, coupon_id, uses, discount)
    select ${basis}, day, crawl_id, currency, test, coupon_id, sum(uses), sum(discount)
    from (${SOLD_WITH_COUPON[basis](days)}) sold group by day, crawl_id, currency, test, coupon_id`.execute(tx);
}

type Wish = {
  basis: Basis;
  days: Days;
  /** A city's id, or null for all. */
  city: string | null;
  /** Whether bookings paid in the sandbox count. */
  tests: boolean;
  /** Days with outdated counts, read from the bookings. */
  changed: readonly string[];
};

const isMeant = ({ city, tests }: Wish) =>
  sql`(${tests}::boolean or not s.test) and (${city}::text is null or c.city_id = ${city})`;

const isKept = ({ basis, days, changed }: Wish) =>
  sql`basis = ${basis} and day between ${days.from}::date and ${days.to}::date and not (day = any(${changed}::date[]))`;

/** Sales by day and currency. */
export async function salesBetween(db: Db, wish: Wish): Promise<SalesDay[]> {
  const kept = sql`select day, crawl_id, currency, test, bookings, guests, revenue from daily_sales where ${isKept(wish)}`;
  const { rows } = await sql<SalesDay>`
    select s.day::text as day, s.currency, sum(s.bookings)::int as bookings, sum(s.guests)::int as guests,
      sum(s.revenue)::float8 as revenue
    from (${withChanged(kept, wish.changed, SOLD[wish.basis])}) s join pub_crawls c on c.id = s.crawl_id
    where ${isMeant(wish)} group by s.day, s.currency`.execute(db);
  return rows;
}

export type CouponSales = { code: string; currency: Currency; uses: number; discount: number };

/** Coupons used, and their discounts per currency. */
export async function couponsBetween(db: Db, wish: Wish): Promise<CouponSales[]> {
  const kept = sql`select day, crawl_id, currency, test, coupon_id, uses, discount from daily_coupons where ${isKept(wish)}`;
  const { rows } = await sql<CouponSales>`
    select k.code, s.currency, sum(s.uses)::int as uses, sum(s.discount)::float8 as discount
    from (${withChanged(kept, wish.changed, SOLD_WITH_COUPON[wish.basis])}) s
      join pub_crawls c on c.id = s.crawl_id join coupons k on k.id = s.coupon_id
    where ${isMeant(wish)} group by k.code, s.currency order by uses desc, k.code, s.currency`.execute(db);
  return rows;
}
