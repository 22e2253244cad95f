import { CAME } from "#src/modules/evening/door/queries.server.ts";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { type RawBuilder, sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import { runsOf } from "#src/modules/office/reports/rules/counting.ts";
import type { Days } from "#src/kernel/period.ts";
import type { SalesDay } from "#src/modules/office/reports/rules/sales.ts";
import type { Basis, SentGuests } from "#src/modules/office/reports/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const midnight = (day: string) => sql`(${sql.lit(day)}::date::timestamp at time zone ${sql.lit(HOME_ZONE)})`;
const nextMidnight = (day: string) => sql`((${sql.lit(day)}::date + 1)::timestamp at time zone ${sql.lit(HOME_ZONE)})`;
const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone ${sql.lit(HOME_ZONE)})::date`;
// inline the days as literals: a generic plan would scan all bookings
/** Whether an instant is in a range of days of the home zone. */
export const within = (instant: RawBuilder<unknown>, { from, to }: Days) =>
  sql`${instant} >= ${midnight(from)} and ${instant} < ${nextMidnight(to)}`;
/** Whether a date is in a range of days. */
export const among = (date: RawBuilder<unknown>, { from, to }: Days) =>
  sql`${date} between ${sql.lit(from)}::date and ${sql.lit(to)}::date`;

/**
 * Sales of a range of days, row by row, from the bookings and ledger entries. By sale date: bookings confirmed then, and revenue
 * posted then. By departure date: confirmed bookings, and revenue from every booking ever sold for it.
 */
const SOLD: Record<Basis, (days: Days) => RawBuilder<unknown>> = {
  sale: (days) => sql`
    select ${dayOf(sql`b.confirmed_at`)} as day, b.crawl_id, b.currency, b.test, 1 as bookings, b.number_of_people as guests, 0 as revenue
    from booking_facts b where ${within(sql`b.confirmed_at`, days)}
    union all
    select ${dayOf(sql`l.at`)}, b.crawl_id, l.currency, l.test, 0, 0, -l.amount
    from ledger_entries l join booking_facts b on b.id = l.purchase_id where l.account = 'revenue' and ${within(sql`l.at`, days)}`,
  service: (days) => sql`
    select d.date as day, b.crawl_id, b.currency, b.test, 1 as bookings, b.number_of_people as guests, 0 as revenue
    from night_facts d join booking_facts b on b.scheduled_crawl_id = d.id and b.status = 'confirmed' where ${among(sql`d.date`, days)}
    union all
    select d.date, b.crawl_id, l.currency, l.test, 0, 0, -l.amount
    from night_facts d
      join booking_facts b on b.scheduled_crawl_id = d.id and b.confirmed_at is not null
      join ledger_entries l on l.purchase_id = b.id and l.account = 'revenue'
    where ${among(sql`d.date`, days)}`,
};

const OF_COUPON = sql`b.crawl_id, b.currency, b.test, b.coupon_id`;

/** The same of bookings with a coupon, by these, with their discounts. */
const SOLD_WITH_COUPON: Record<Basis, (days: Days) => RawBuilder<unknown>> = {
  sale: (days) => sql`
    select ${dayOf(sql`b.confirmed_at`)} as day, ${OF_COUPON}, 1 as uses, b.discount, 0 as revenue
    from booking_facts b where b.coupon_id is not null and ${within(sql`b.confirmed_at`, days)}
    union all
    select ${dayOf(sql`l.at`)}, ${OF_COUPON}, 0, 0, -l.amount
    from ledger_entries l join booking_facts b on b.id = l.purchase_id
    where b.coupon_id is not null and l.account = 'revenue' and ${within(sql`l.at`, days)}`,
  service: (days) => sql`
    select d.date as day, ${OF_COUPON}, 1 as uses, b.discount, 0 as revenue
    from night_facts d join booking_facts b on b.scheduled_crawl_id = d.id and b.status = 'confirmed'
    where b.coupon_id is not null and ${among(sql`d.date`, days)}
    union all
    select d.date, ${OF_COUPON}, 0, 0, -l.amount
    from night_facts d
      join booking_facts b on b.scheduled_crawl_id = d.id and b.confirmed_at is not null
      join ledger_entries l on l.purchase_id = b.id and l.account = 'revenue'
    where b.coupon_id is not null and ${among(sql`d.date`, days)}`,
};

const SENT = sql`(b.partner_id is not null or b.campaign <> '')`;
const OF_PARTNER = sql`b.crawl_id, b.currency, b.test, b.partner_id, coalesce(b.campaign, '') as campaign`;

/** The same as `SOLD` of bookings that a partner or a campaign brought, by these, with who came of them. */
const SOLD_BY_PARTNER: Record<Basis, (days: Days) => RawBuilder<unknown>> = {
  sale: (days) => sql`
    select ${dayOf(sql`b.confirmed_at`)} as day, ${OF_PARTNER}, 1 as bookings, b.number_of_people as guests, ${sql.raw(CAME)} as came, 0 as revenue
    from booking_facts b where ${SENT} and ${within(sql`b.confirmed_at`, days)}
    union all
    select ${dayOf(sql`l.at`)}, ${OF_PARTNER}, 0, 0, 0, -l.amount
    from ledger_entries l join booking_facts b on b.id = l.purchase_id where ${SENT} and l.account = 'revenue' and ${within(sql`l.at`, days)}`,
  service: (days) => sql`
    select d.date as day, ${OF_PARTNER}, 1 as bookings, b.number_of_people as guests, ${sql.raw(CAME)} as came, 0 as revenue
    from night_facts d join booking_facts b on b.scheduled_crawl_id = d.id and b.status = 'confirmed'
    where ${SENT} and ${among(sql`d.date`, days)}
    union all
    select d.date, ${OF_PARTNER}, 0, 0, 0, -l.amount
    from night_facts d
      join booking_facts b on b.scheduled_crawl_id = d.id and b.confirmed_at is not null
      join ledger_entries l on l.purchase_id = b.id and l.account = 'revenue'
    where ${SENT} and ${among(sql`d.date`, days)}`,
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
      from noted n join booking_facts b on b.id = n.id join night_facts d on d.id = b.scheduled_crawl_id
      -- of one whose import was undone nothing says any more that it was sold
      where n.kind = 'booking' and (b.confirmed_at is not null or b.source = 'admin')
    )
    select 'sale' as basis, ${dayOf(sql`confirmed_at`)}::text as day from sold where confirmed_at is not null
    union select 'sale', ${dayOf(sql`l.at`)}::text from sold s join ledger_entries l on l.purchase_id = s.id and l.account = 'revenue'
    union select 'service', date::text from sold
    union select 'service', d.date::text from noted n
      join night_facts d on d.id = case n.kind when 'departure' then n.id else n.former_departure end
    union select 'service', former_date from noted where kind = 'departure' and former_date ~ '^\\d{4}-\\d\\d-\\d\\d$'`.execute(
    db,
  );
  const of = (basis: Basis) => rows.filter((row) => row.basis === basis).map(({ day }) => day);
  return { sale: of("sale"), service: of("service") };
}

const asId = (text: RawBuilder<unknown>) => sql`case when ${text} ~ '^[0-9a-f-]{36}$' then (${text})::uuid end`;

/** Nights on which phones without a line may still tell who came; later ones wait for the whole count. */
const TOLD_LATE = "4 days";

/** The days of sale and service of partners' bookings whose guests came in, or didn't after all, since an instant. */
export async function cameSince(db: Db, since: Date): Promise<DaysByBasis> {
  const { rows } = await sql<{ sale: string | null; service: string }>`
    select distinct ${dayOf(sql`b.confirmed_at`)}::text as sale, d.date::text as service
    from night_facts d
      join checkin_events e on e.departure_id = d.id and e.received_at >= ${since}
      join tickets t on t.id = e.ticket_id
      join booking_facts b on b.id = t.booking_id
    where ${SENT} and d.starts_at between ${since}::timestamptz - ${sql.lit(TOLD_LATE)}::interval and ${since}::timestamptz + interval '1 day'`.execute(
    db,
  );
  return {
    sale: rows.flatMap(({ sale }) => sale ?? []),
    service: rows.map(({ service }) => service),
  };
}

/** All days with sales or departures, or with counts. */
export async function allDays(db: Db): Promise<DaysByBasis> {
  const { rows } = await sql<{ sale: string[]; service: string[] }>`
    select array(select day::date::text from generate_series(
        (select ${dayOf(sql`min(confirmed_at)`)} from booking_facts where confirmed_at is not null),
        greatest((select ${dayOf(sql`max(confirmed_at)`)} from booking_facts where confirmed_at is not null),
          (select ${dayOf(sql`max(at)`)} from ledger_entries)), interval '1 day') day) as sale,
      array(select date::text from night_facts union select day::text from daily_sales where basis = 'service') as service`.execute(
    db,
  );
  return rows[0]!;
}

const LOCK = sql`select pg_advisory_xact_lock(hashtextextended('daily_sales', 0))`;

const forgetDays = (
  tx: Tx,
  table: "daily_sales" | "daily_coupons" | "daily_partners",
  basis: Basis,
  { from, to }: Days,
) => tx.deleteFrom(table).where("basis", "=", basis).where("day", ">=", from).where("day", "<=", to).execute();

/** Recounts what partners and campaigns brought on consecutive days. */
export async function recountPartners(tx: Tx, basis: Basis, days: Days): Promise<void> {
  await LOCK.execute(tx);
  await forgetDays(tx, "daily_partners", basis, days);
  await sql`
    insert into daily_partners (basis, day, crawl_id, currency, test, partner_id, campaign, bookings, guests, came, revenue)
    select ${basis}, day, crawl_id, currency, test, partner_id, campaign, sum(bookings), sum(guests), sum(came), sum(revenue)
    from (${SOLD_BY_PARTNER[basis](days)}) sold group by day, crawl_id, currency, test, partner_id, campaign`.execute(
    tx,
  );
}

/** Recounts the sales of consecutive days. Concurrent counts wait, since they would write the same rows. */
export async function recount(tx: Tx, basis: Basis, days: Days): Promise<void> {
  await LOCK.execute(tx);
  for (const table of ["daily_sales", "daily_coupons"] as const) await forgetDays(tx, table, basis, days);
  await sql`
    insert into daily_sales (basis, day, crawl_id, currency, test, bookings, guests, revenue)
    select ${basis}, day, crawl_id, currency, test, sum(bookings), sum(guests), sum(revenue)
    from (${SOLD[basis](days)}) sold group by day, crawl_id, currency, test`.execute(tx);
  await sql`
    insert into daily_coupons (basis, day, crawl_id, currency, test, coupon_id, uses, discount, revenue)
    select ${basis}, day, crawl_id, currency, test, coupon_id, sum(uses), sum(discount), sum(revenue)
    from (${SOLD_WITH_COUPON[basis](days)}) sold group by day, crawl_id, currency, test, coupon_id`.execute(tx);
  await recountPartners(tx, basis, days);
}

type Wish = {
  basis: Basis;
  days: Days;
  /** Ids of cities, or null for all. */
  cities: readonly string[] | null;
  /** A partner's id, or null for everybody's bookings. */
  partner: string | null;
  /** Whether bookings paid in practice count. */
  tests: boolean;
  /** Days with outdated counts, read from the bookings. */
  changed: readonly string[];
};

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `);
const listOf = (texts: readonly string[]) => sql`(${sql.join(texts.map((text) => sql.lit(text)))})`;

// these too as literals, and only what is asked for: the days say how many rows there are
const isMeant = ({ cities, tests }: Pick<Wish, "cities" | "tests">) =>
  all([
    ...(tests ? [] : [sql`not s.test`]),
    ...(cities === null
      ? []
      : [sql`s.crawl_id in (select id from pub_crawls where city_id = any(${[...cities]}::text[]))`]),
  ]);

const isKept = ({ basis, days, changed }: Pick<Wish, "basis" | "days" | "changed">) =>
  all([
    sql`basis = ${sql.lit(basis)} and ${among(sql`day`, days)}`,
    ...(changed.length > 0 ? [sql`day not in ${listOf(changed)}`] : []),
  ]);

const PARTNERS_KEPT = sql`select day, crawl_id, currency, test, partner_id, campaign, bookings, guests, came, revenue from daily_partners`;

/** What partners and campaigns brought, as `salesBetween` reads what all did. */
const broughtIn = (wish: Omit<Wish, "cities" | "tests">) => {
  const own = wish.partner === null ? sql`true` : sql`partner_id = ${sql.lit(wish.partner)}::uuid`;
  const statement = sql`${PARTNERS_KEPT} where ${isKept(wish)}`;
  return sql`(select * from (${withChanged(statement, wish.changed, SOLD_BY_PARTNER[wish.basis])}) b where ${own}) s`;
};

/** What a partner or a campaign brought; `id`: of the partner, or the campaign. */
export type Brought = SentGuests & { kind: "partner" | "campaign" };

/**
 * What each partner, and each campaign, brought: most bookings first, in no order where they have as many and as many guests. `most`:
 * so many of each, and those who have no fewer; null: all.
 */
export async function broughtBetween(db: Db, wish: Wish, most: number | null): Promise<Brought[]> {
  const isFirst = most === null ? sql`true` : sql`place <= ${sql.lit(most)}`;
  const figures = sql`sum(bookings)::int as bookings, sum(guests)::int as guests, sum(came)::int as came, sum(revenue)::float8 as revenue`;
  const { rows } = await sql<Brought>`
    with sums as materialized (
      select s.partner_id, s.campaign, s.currency, ${figures} from ${broughtIn(wish)} where ${isMeant(wish)}
      group by s.partner_id, s.campaign, s.currency
    ), of_each as (
      select 'partner' as kind, partner_id, null as campaign, currency, ${figures} from sums
        where partner_id is not null group by partner_id, currency
      union all select 'campaign', null, campaign, currency, ${figures} from sums where campaign <> '' group by campaign, currency
    ), ranked as (
      select kind, partner_id, campaign, sum(bookings)::int as bookings, sum(guests)::int as guests, sum(came)::int as came,
        coalesce(json_agg(json_build_object('currency', currency, 'amount', revenue) order by currency)
          filter (where revenue > 0), '[]') as revenue,
        rank() over (partition by kind order by sum(bookings) desc, sum(guests) desc) as place
      from of_each group by kind, partner_id, campaign
    )
    select r.kind, coalesce(r.partner_id::text, r.campaign) as id, coalesce(p.name, r.campaign, '') as name, r.bookings, r.guests, r.came,
      r.revenue
    from ranked r left join partners p on p.id = r.partner_id where ${isFirst} order by place`.execute(db);
  return rows;
}

export type PartnerNights = { partner_id: string; bookings: number; came: number };

/** Each partner's confirmed bookings of some nights, and who came of them. */
export async function nightsOfPartners(
  db: Db,
  { days, tests, changed }: Pick<Wish, "days" | "tests" | "changed">,
): Promise<PartnerNights[]> {
  const wish: Wish = { basis: "service", days, tests, changed, cities: null, partner: null };
  const { rows } = await sql<PartnerNights>`
    select s.partner_id, sum(s.bookings)::int as bookings, sum(s.came)::int as came from ${broughtIn(wish)}
    where s.partner_id is not null and ${isMeant(wish)} group by s.partner_id`.execute(db);
  return rows;
}

/** Sales by day and currency. */
export async function salesBetween(db: Db, wish: Wish): Promise<SalesDay[]> {
  const statement = sql`select day, crawl_id, currency, test, bookings, guests, revenue from daily_sales where ${isKept(wish)}`;
  const everything = sql`(${withChanged(statement, wish.changed, SOLD[wish.basis])}) s`;
  const sold = wish.partner === null ? everything : broughtIn(wish);
  const { rows } = await sql<SalesDay>`
    select s.day::text as day, s.currency, sum(s.bookings)::int as bookings, sum(s.guests)::int as guests,
      sum(s.revenue)::float8 as revenue
    from ${sold} where ${isMeant(wish)} group by s.day, s.currency`.execute(db);
  return rows;
}

export type CouponSales = { code: string; currency: Currency; uses: number; discount: number; revenue: number };

/** Coupons used, their discounts and what their bookings brought in, per currency. */
export async function couponsBetween(db: Db, wish: Wish): Promise<CouponSales[]> {
  const statement = sql`select day, crawl_id, currency, test, coupon_id, uses, discount, revenue from daily_coupons where ${isKept(wish)}`;
  const isTheirs = wish.partner === null ? sql`true` : sql`k.partner_id = ${sql.lit(wish.partner)}::uuid`;
  const { rows } = await sql<CouponSales>`
    select k.code, s.currency, sum(s.uses)::int as uses, sum(s.discount)::float8 as discount,
      sum(s.revenue)::float8 as revenue
    from (${withChanged(statement, wish.changed, SOLD_WITH_COUPON[wish.basis])}) s
      join coupons k on k.id = s.coupon_id
    where ${isMeant(wish)} and ${isTheirs} group by k.code, s.currency order by uses desc, k.code, s.currency`.execute(
    db,
  );
  return rows;
}

const OF_RULE = sql`b.crawl_id, b.currency, b.test, b.partner_id, b.price_rule as rule`;
const RULE_OFF = sql`coalesce((b.regular_unit_price - b.unit_price) * b.number_of_people, 0)`;

/** The same as `SOLD` of bookings whose price a rule lowered, and what it took off; unknown, so nothing, of one that was changed since. */
const SOLD_UNDER_RULE: Record<Basis, (days: Days) => RawBuilder<unknown>> = {
  sale: (days) => sql`
    select ${OF_RULE}, 1 as bookings, b.number_of_people as guests, ${RULE_OFF} as discount, 0 as revenue
    from bookings b where b.price_rule is not null and ${within(sql`b.confirmed_at`, days)}
    union all
    select ${OF_RULE}, 0, 0, 0, -l.amount
    from ledger_entries l join bookings b on b.id = l.purchase_id
    where b.price_rule is not null and l.account = 'revenue' and ${within(sql`l.at`, days)}`,
  service: (days) => sql`
    select ${OF_RULE}, 1 as bookings, b.number_of_people as guests, ${RULE_OFF} as discount, 0 as revenue
    from night_facts d join bookings b on b.scheduled_crawl_id = d.id and b.status = 'confirmed'
    where b.price_rule is not null and ${among(sql`d.date`, days)}
    union all
    select ${OF_RULE}, 0, 0, 0, -l.amount
    from night_facts d
      join bookings b on b.scheduled_crawl_id = d.id and b.confirmed_at is not null
      join ledger_entries l on l.purchase_id = b.id and l.account = 'revenue'
    where b.price_rule is not null and ${among(sql`d.date`, days)}`,
};

export type RuleSales = {
  id: string;
  name: string;
  name_es: string;
  currency: Currency;
  bookings: number;
  guests: number;
  discount: number;
  revenue: number;
};

/**
 * What was sold under each price rule, by currency, under the name that it has now, or had when it was last sold. From the bookings
 * themselves: few have a rule, so no day's count of them is kept.
 */
export async function rulesBetween(db: Db, wish: Omit<Wish, "changed">): Promise<RuleSales[]> {
  const isTheirs = wish.partner === null ? sql`true` : sql`s.partner_id = ${sql.lit(wish.partner)}::uuid`;
  const { rows } = await sql<RuleSales>`
    select s.rule ->> 'id' as id, coalesce(max(r.name), max(s.rule ->> 'name')) as name,
      coalesce(max(r.name_es), max(s.rule ->> 'name_es')) as name_es, s.currency,
      sum(s.bookings)::int as bookings, sum(s.guests)::int as guests, sum(s.discount)::float8 as discount, sum(s.revenue)::float8 as revenue
    from (${SOLD_UNDER_RULE[wish.basis](wish.days)}) s left join price_rules r on r.id::text = s.rule ->> 'id'
    where ${isMeant(wish)} and ${isTheirs} group by 1, s.currency order by bookings desc, name, s.currency`.execute(db);
  return rows;
}

const OF_ADD_ON = sql`b.crawl_id, b.currency, b.test, b.partner_id, x.add_on_id`;
/** Of what a cancelled booking costs, the part that isn't given back, as the ledger has it. */
const PART_LEFT = sql`coalesce((select least(1, greatest(0, -sum(l.amount)::numeric / nullif(b.total_price, 0)))
  from ledger_entries l where l.purchase_id = b.id and l.account = 'revenue'), 0)`;
const HANDED_OUT = sql`(select count(*) from add_on_uses u
  where u.booking_id = x.booking_id and u.add_on_id = x.add_on_id and u.undone_at is null)`;
const MADE = sql`join booking_changes c on c.booking_id = b.id and c.status = 'made' join change_add_ons x on x.change_id = c.id`;

/** What happens to add-ons, row by row: when, to what of a booking `b`, and what of it. */
const ADD_ON_MOVES: readonly { at: RawBuilder<unknown>; of: RawBuilder<unknown>; figures: RawBuilder<unknown> }[] = [
  // bought with the places: what there is, without what changes made of it
  {
    at: sql`b.confirmed_at`,
    of: sql`join booking_add_ons x on x.booking_id = b.id`,
    figures: sql`x.quantity as sold, 0 as redeemed, 0 as back, x.amount as revenue`,
  },
  { at: sql`b.confirmed_at`, of: MADE, figures: sql`-x.quantity, 0, 0, -x.amount` },
  // bought later, or taken back
  { at: sql`c.closed_at`, of: MADE, figures: sql`greatest(0, x.quantity), 0, greatest(0, -x.quantity), x.amount` },
  // cancelled with the booking, of which something may have been handed out, or nothing was refunded
  {
    at: sql`b.cancelled_at`,
    of: sql`join booking_add_ons x on x.booking_id = b.id and b.status = 'cancelled'`,
    figures: sql`0, 0, x.quantity - ${HANDED_OUT}, round(x.amount * ${PART_LEFT}) - x.amount`,
  },
  {
    at: sql`x.at`,
    of: sql`join add_on_uses x on x.booking_id = b.id and x.undone_at is null`,
    figures: sql`0, 1, 0, 0`,
  },
];

/** The same of a range of days, as `SOLD` counts them. */
const MOVED: Record<Basis, (days: Days) => RawBuilder<unknown>> = {
  sale: (days) =>
    movesOf(
      ({ at, of, figures }) => sql`
      select ${OF_ADD_ON}, ${figures} from bookings b ${of} where b.confirmed_at is not null and ${within(at, days)}`,
    ),
  service: (days) =>
    movesOf(
      ({ of, figures }) => sql`
      select ${OF_ADD_ON}, ${figures} from night_facts d join bookings b on b.scheduled_crawl_id = d.id ${of}
      where b.confirmed_at is not null and ${among(sql`d.date`, days)}`,
    ),
};
const movesOf = (statement: (move: (typeof ADD_ON_MOVES)[number]) => RawBuilder<unknown>) =>
  sql.join(ADD_ON_MOVES.map(statement), sql` union all `);

export type AddOnSales = {
  id: string;
  name: string;
  name_es: string | null;
  currency: Currency;
  sold: number;
  redeemed: number;
  back: number;
  revenue: number;
};

/** What was sold of each add-on, handed out and given back, and what it brought in, by currency. From the bookings themselves, like `rulesBetween`. */
export async function addOnsBetween(db: Db, wish: Omit<Wish, "changed">): Promise<AddOnSales[]> {
  const isTheirs = wish.partner === null ? sql`true` : sql`s.partner_id = ${sql.lit(wish.partner)}::uuid`;
  const { rows } = await sql<AddOnSales>`
    select a.id, a.name, a.name_es, s.currency, sum(s.sold)::int as sold, sum(s.redeemed)::int as redeemed, sum(s.back)::int as back,
      sum(s.revenue)::float8 as revenue
    from (${MOVED[wish.basis](wish.days)}) s join add_ons a on a.id = s.add_on_id
    where ${isMeant(wish)} and ${isTheirs} group by a.id, s.currency order by sold desc, a.name, s.currency`.execute(
    db,
  );
  return rows;
}
