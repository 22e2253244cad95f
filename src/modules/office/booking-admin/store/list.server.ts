import { isUuid } from "#src/kernel/codes.ts";
import type { PartnerReason } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import {
  type BookingFilters,
  type ListState,
  type Sort,
  type SOURCES,
} from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { LAPSED_REASONS, type SumOf } from "#src/modules/office/booking-admin/rules/booking-state.ts";
import { MONEY_PROVIDERS } from "#src/modules/base/settings/rules/payment-companies.ts";
import type { Db } from "#src/platform/db.server.ts";
import { containsWords, textsNear } from "#src/platform/search-words.server.ts";
import { inTime } from "#src/platform/transaction.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

// The list of all bookings. To stay fast with a million of them, pages continue from the last row (keyset pagination, never an
// offset), counts are capped, and each statement is planned for its actual values.

/** The filters with resolved days: departures by the city's date, sales by instants. */
export type ListFilters = Omit<BookingFilters, "night" | "sold" | "city"> & {
  /** null: every city */
  cities: readonly string[] | null;
  departureDates: { from?: string; to?: string } | null;
  sold: { from?: Date; until?: Date } | null;
  /** The departures matching `departureDates`, `crawl` and `city`, once looked up. */
  departures?: readonly string[];
};

type Condition = RawBuilder<SqlBool>;

const SEARCHED = sql`b.found_by`;
const SHOWN = sql`b.first_name || ' ' || b.last_name || ' ' || b.email || ' ' || b.reference`;

// statements containing an asterisk are not prepared (platform/db.server.ts): a generic plan would be wrong for most values
const EACH_TIME = sql.raw("/* planned each time */");

const all = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(parts, sql` and `)}`;
const anyOf = (column: string, values: readonly string[], type: "uuid" | "text"): Condition =>
  sql<SqlBool>`${sql.ref(column)} = any(${sql.val(values)}::${sql.raw(type)}[])`;

const AT_DESK = sql`b.id in (select x.booking_id from desk_sales x)`;
const BY_RESELLER = sql`b.id in (select x.booking_id from resales x)`;
const AT_DOOR = sql`b.id in (select x.booking_id from door_sales x)`;

/** How a booking came about: what is sold at a desk or by a reseller is stored as a guest's, at the door as staff's. */
export const SOURCE = sql<(typeof SOURCES)[number]>`case
  when exists (select from desk_sales x where x.booking_id = b.id) then 'desk'
  when exists (select from resales x where x.booking_id = b.id) then 'reseller'
  when exists (select from door_sales x where x.booking_id = b.id) then 'door' else b.source end`;

/** How bookings came about, by their ids; what an assistant holds for a guest is `assistant` until the guest books. */
export async function sourcesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; source: string }>`
    select b.id, case when exists (select from assistant_holds x where x.booking_id = b.id) then 'assistant' else ${SOURCE} end as source
    from booking_facts b where b.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, source }) => [id, source]));
}

function fromSource(source: (typeof SOURCES)[number]): Condition {
  // a literal, so that the planner can use the partial index for staff bookings
  if (source === "web") return sql<SqlBool>`b.source = 'web' and not ${AT_DESK} and not ${BY_RESELLER}`;
  if (source === "admin") return sql<SqlBool>`b.source = 'admin' and not ${AT_DOOR}`;
  const sold = { desk: AT_DESK, reseller: BY_RESELLER, door: AT_DOOR };
  return sql<SqlBool>`${sold[source]}`;
}

function conditions(filter: ListFilters, now: Date): Condition[] {
  const { sold, state, payment, provider, coupon, partner, doubt, table, source, lang, currency, people, tag } = filter;
  return [
    ...containsWords(SEARCHED, filter.q),
    ...onDepartures(filter),
    ...(sold?.from ? [sql<SqlBool>`b.created_at >= ${sold.from}`] : []),
    ...(sold?.until ? [sql<SqlBool>`b.created_at < ${sold.until}`] : []),
    ...(state.length > 0 ? [inStates(state, now)] : []),
    ...(payment === "paid" ? [paidWith([]), sql<SqlBool>`not ${IS_DISPUTED}`] : []),
    ...(payment === "unpaid" ? [sql<SqlBool>`not ${paidWith([])}`, sql<SqlBool>`not ${IS_DISPUTED}`] : []),
    // by id, as rare states
    ...(payment === "disputed" ? [sql<SqlBool>`b.id in (${DISPUTED})`] : []),
    ...(provider.length > 0 ? [paidWith(provider)] : []),
    ...(coupon === null ? [] : [withCoupon(coupon)]),
    ...(partner === null ? [] : [ofPartner(partner)]),
    ...(doubt === null ? [] : [sql<SqlBool>`b.partner_doubts is not null and ${DOUBTED[doubt]}`]),
    // by id, as tags
    ...(table === null ? [] : [sql<SqlBool>`b.id in (${ofTable(table)})`]),
    ...(source === null ? [] : [fromSource(source)]),
    ...(lang === null ? [] : [sql<SqlBool>`b.language = ${lang}`]),
    ...(currency === null ? [] : [sql<SqlBool>`b.currency = ${currency}`]),
    ...(people === null ? [] : [sql<SqlBool>`b.number_of_people >= ${people}`]),
    // by id, as rare states: few bookings have a tag
    ...(tag.length === 0
      ? []
      : [sql<SqlBool>`b.id in (select x.booking_id from booking_tags x where ${anyOf("x.tag_id", tag, "uuid")})`]),
  ];
}

/** Above this, departures are not listed by id. */
const FEW_DEPARTURES = 1000;

/**
 * For a text search, replaces the departure filters by departure ids: the planner then knows how many bookings they have, and
 * combines both indexes before reading a booking.
 */
export async function withDepartures(db: Db, filter: ListFilters): Promise<ListFilters> {
  const request = departureConditions(filter);
  if (request.length === 0 || filter.q === "") return filter;
  const { rows } = await sql<{ id: string }>`select d.id from scheduled_crawls d where ${all(request)}
    limit ${FEW_DEPARTURES + 1} ${EACH_TIME}`.execute(db);
  return rows.length > FEW_DEPARTURES ? filter : { ...filter, departures: rows.map(({ id }) => id) };
}

function onDepartures(filter: ListFilters): Condition[] {
  if (filter.departures) return [anyOf("b.scheduled_crawl_id", filter.departures, "uuid")];
  const request = departureConditions(filter);
  if (request.length === 0) return [];
  return [sql<SqlBool>`b.scheduled_crawl_id in (select d.id from scheduled_crawls d where ${all(request)})`];
}

/** Conditions on the departure: its date, crawl and city. */
const departureConditions = ({ departureDates, crawl, cities }: ListFilters): Condition[] => [
  ...(departureDates?.from ? [sql<SqlBool>`d.date >= ${departureDates.from}`] : []),
  ...(departureDates?.to ? [sql<SqlBool>`d.date <= ${departureDates.to}`] : []),
  ...(crawl.length > 0 ? [anyOf("d.crawl_id", crawl, "uuid")] : []),
  ...(cities === null
    ? []
    : [sql<SqlBool>`d.crawl_id in (select c.id from pub_crawls c where ${anyOf("c.city_id", cities, "text")})`]),
];

const LAPSED = sql.join(LAPSED_REASONS.map((reason) => sql.lit(reason)));
// in the words of the partial index
const DISPUTED = sql`select p.purchase_id from payments p where p.dispute_state in ('open', 'lost')`;
const IS_DISPUTED = sql<SqlBool>`exists (${DISPUTED} and p.purchase_id = b.id)`;
const REVIEWED = sql`select p.purchase_id from payments p where p.review_reason is not null`;
// as `handBackOf` (payments/rules/payment.ts) tells them apart
const IN_CASH = sql`p.provider = 'cash'`;
const ON_TERMINAL = sql`p.provider = 'terminal'`;
const BY_TRANSFER = sql`(p.provider in ('transfer', 'invoice', 'hostel') and p.method <> 'reseller' or p.method = 'oxxo')`;
const BY_STAFF = sql`(${IN_CASH} or ${ON_TERMINAL} or ${BY_TRANSFER})`;
const STUCK = sql`select r.purchase_id from refunds r join payments p on p.id = r.payment_id`;
const BY_HAND = sql`${STUCK} where r.status = 'manual' and ${BY_STAFF}`;
const IS_NOT_REFUNDED = sql`r.status in ('failed', 'manual') and not (r.status = 'manual' and ${BY_STAFF})`;
const NOT_REFUNDED = sql`${STUCK} where ${IS_NOT_REFUNDED}`;

const conditionOf = (state: ListState, now: Date): Condition =>
  ({
    hold: sql<SqlBool>`(b.status = 'pending' and b.hold_expires_at > ${now})`,
    lapsed: sql<SqlBool>`(b.status = 'pending' and b.hold_expires_at <= ${now} or b.cancel_reason in (${LAPSED}))`,
    confirmed: sql<SqlBool>`b.status = 'confirmed'`,
    // listed rather than "any other reason", which the planner estimates as a handful
    cancelled: sql<SqlBool>`b.cancel_reason in ('customer', 'admin', 'departure_cancelled')`,
    review: sql<SqlBool>`exists (${REVIEWED} and p.purchase_id = b.id)`,
    hand_over: sql<SqlBool>`exists (${BY_HAND} and r.purchase_id = b.id)`,
    refund_failed: sql<SqlBool>`exists (${NOT_REFUNDED} and r.purchase_id = b.id)`,
  })[state];

const RARE: readonly ListState[] = ["hold", "review", "hand_over", "refund_failed"];

/**
 * In any of some states. Rare states are looked up by id: scanning the list until enough of them are found would read all of it.
 */
function inStates(states: readonly ListState[], now: Date): Condition {
  const [only, ...more] = states;
  if (only && more.length === 0) return conditionOf(only, now);
  if (!states.every((state) => RARE.includes(state)))
    return sql<SqlBool>`(${sql.join(
      states.map((state) => conditionOf(state, now)),
      sql` or `,
    )})`;
  const idsOf: Partial<Record<ListState, RawBuilder<unknown>>> = {
    hold: sql`select b.id from bookings b where ${conditionOf("hold", now)}`,
    review: REVIEWED,
    hand_over: BY_HAND,
    refund_failed: NOT_REFUNDED,
  };
  return sql<SqlBool>`b.id in (${sql.join(
    states.map((state) => idsOf[state]),
    sql` union `,
  )})`;
}

const paidWith = (providers: readonly string[]): Condition =>
  sql<SqlBool>`exists (select from payments p where p.purchase_id = b.id and p.status = 'succeeded'
    ${providers.length > 0 ? sql`and ${anyOf("p.provider", providers, "text")}` : sql``})`;

function withCoupon(coupon: string): Condition {
  if (coupon === "any") return sql<SqlBool>`b.coupon_id is not null`;
  if (coupon === "none") return sql<SqlBool>`b.coupon_id is null`;
  return sql<SqlBool>`b.coupon_id = (select id from coupons where lower(trim(code)) = lower(trim(${coupon})))`;
}

function ofPartner(partner: string): Condition {
  if (partner === "any") return sql<SqlBool>`b.partner_id is not null`;
  if (partner === "none") return sql<SqlBool>`b.partner_id is null`;
  if (isUuid(partner)) return sql<SqlBool>`b.partner_id = ${partner}::uuid`;
  return sql<SqlBool>`b.partner_id = (select id from partners where lower(code) = lower(${partner}))`;
}

/** The bookings of a friends' table, or of all: those that started one, and their shares. */
function ofTable(table: string) {
  const started =
    table === "any"
      ? sql``
      : sql`where t.booking_id = (select o.id from bookings o where o.reference = upper(trim(${table})))`;
  return sql`select t.booking_id from friend_tables t ${started}
    union all select s.booking_id from friend_shares s join friend_tables t on t.id = s.table_id ${started}`;
}

// in the words of the partial index for what waits for a decision
const DOUBTED: Record<NonNullable<BookingFilters["doubt"]>, Condition> = {
  open: sql<SqlBool>`b.partner_verdict is null`,
  own: sql<SqlBool>`b.partner_verdict = 'own'`,
  theirs: sql<SqlBool>`b.partner_verdict = 'theirs'`,
};

type Key = readonly [column: RawBuilder<unknown>, type: string];
const ID: Key = [sql.ref("b.id"), "uuid"];
/** Sort keys; unique because the booking's id comes last. */
const KEYS: Record<Sort["by"], readonly Key[]> = {
  booked: [[sql.ref("b.created_at"), "timestamptz"], ID],
  night: [[sql.ref("d.starts_at"), "timestamptz"], ID],
  name: [[sql`left(${SEARCHED}, 160)`, "text"], ID],
  total: [[sql.ref("b.currency"), "text"], [sql.ref("b.total_price"), "integer"], ID],
};

// joins the departure only when sorting by it
const tables = ({ by }: Sort) =>
  by === "night" ? sql`bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id` : sql`bookings b`;

type Page = { sort: Sort; limit: number; place: { id: string; side: "after" | "before" } | null; now: Date };

/** The ids of a page, in the list's order. Request one more than needed to know whether there is another page. */
export async function idsOfPage(db: Db, filter: ListFilters, { sort, limit, place, now }: Page): Promise<string[]> {
  const backwards = place?.side === "before";
  const down = sort.descending !== backwards;
  const beyond = place ? await beyondOf(db, sort, place.id, down) : await beginningOf(db, filter, sort);
  const order = KEYS[sort.by].map(([column]) => sql`${column} ${sql.raw(down ? "desc" : "asc")}`);
  const { rows } = await sql<{ id: string }>`select b.id from ${tables(sort)}
    where ${all([...conditions(filter, now), ...beyond])}
    order by ${sql.join(order)} limit ${limit} ${EACH_TIME}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return backwards ? ids.toReversed() : ids;
}

/** Conditions for the rows beyond a booking in the list's order. If it no longer exists, the list starts over. */
async function beyondOf(db: Db, sort: Sort, id: string, down: boolean): Promise<Condition[]> {
  const keys = KEYS[sort.by];
  // as text, since timestamps have more precision here than in JavaScript
  const values = keys.map(([column], i) => sql`${column}::text as ${sql.ref(`k${i}`)}`);
  const { rows } = await sql<Record<string, string>>`select ${sql.join(values)} from ${tables(sort)}
    where b.id = ${id}`.execute(db);
  const [here] = rows;
  if (!here) return [];
  const value = (i: number) => sql`${here[`k${i}`]}::${sql.raw(keys[i]![1])}`;
  const columns = sql.join(keys.map(([column]) => column));
  const is = sql.raw(down ? "<" : ">");
  return [
    // on its own, the first key can use its index even when the others are in another table
    sql<SqlBool>`${keys[0]![0]} ${is}= ${value(0)}`,
    sql<SqlBool>`(${columns}) ${is} (${sql.join(keys.map((_, i) => value(i)))})`,
  ];
}

/**
 * Where the departure filters' bookings begin in booking order: otherwise, filtering a month of last year would scan everything
 * booked since.
 */
async function beginningOf(db: Db, filter: ListFilters, { by, descending }: Sort): Promise<Condition[]> {
  const request = departureConditions(filter);
  if (by !== "booked" || request.length === 0) return [];
  const [most, order, is] = descending ? (["max", "desc", "<="] as const) : (["min", "asc", ">="] as const);
  const { rows } = await sql<{ at: string | null }>`select ${sql.raw(most)}(ends.created_at)::text as at
    from scheduled_crawls d cross join lateral (select b.created_at from bookings b where b.scheduled_crawl_id = d.id
      order by b.created_at ${sql.raw(order)} limit 1) ends
    where ${all(request)} ${EACH_TIME}`.execute(db);
  const at = rows[0]?.at;
  return at ? [sql<SqlBool>`b.created_at ${sql.raw(is)} ${at}::timestamptz`] : [sql<SqlBool>`false`];
}

/** Refunds that were made: each is in the currency of what was paid, which is the booking's. */
const REFUNDED = sql`(select r.purchase_id, r.amount from refunds r where r.status = 'succeeded')`;
/** What guests' banks have taken of bookings, while they decide or for good. */
const TAKEN_BACK = sql`(select p.purchase_id, x.amount from disputes x join payments p on p.id = x.payment_id where x.state in ('open', 'lost'))`;
/** Texts of bookings that the other filters match and that are near the search text. */
export const textsNearBookings = (db: Db, filter: ListFilters, now: Date): Promise<string[]> =>
  textsNear(db, filter.q, {
    from: sql`bookings b`,
    text: SEARCHED,
    shown: SHOWN,
    where: conditions({ ...filter, q: "" }, now),
  });

/** What a listed booking's payments say of it: of disputes the open one first, and who took the first payment that succeeded. */
const PAID = sql<{
  review: boolean | null;
  dispute: "open" | "lost" | null;
  provider: (typeof MONEY_PROVIDERS)[number] | null;
  taken: number | null;
}>`(select bool_or(p.review_reason is not null) as review,
    max(p.dispute_state) filter (where p.dispute_state in ('open', 'lost')) as dispute,
    (array_agg(p.provider order by p.attempt) filter (where p.status = 'succeeded'))[1] as provider, sum(x.amount)::int as taken
  from payments p left join disputes x on x.payment_id = p.id and x.state in ('open', 'lost') where p.purchase_id = b.id)`;
/** What its refunds say. */
const HANDED_BACK = sql<{
  refund_failed: boolean | null;
  hand_over: boolean | null;
  terminal: boolean | null;
  transfer: boolean | null;
  refunding: boolean | null;
  given_back: number | null;
}>`(select bool_or(${IS_NOT_REFUNDED}) as refund_failed, bool_or(r.status = 'manual' and ${IN_CASH}) as hand_over,
    bool_or(r.status = 'manual' and ${ON_TERMINAL}) as terminal,
    bool_or(r.status = 'manual' and ${BY_TRANSFER}) as transfer, bool_or(r.status in ('requested', 'submitted')) as refunding,
    sum(r.amount) filter (where r.status = 'succeeded')::int as given_back
  from refunds r join payments p on p.id = r.payment_id where r.purchase_id = b.id)`;
// whoever has two is named by the one that they started, as in the panel
const TABLE = sql<string | null>`(select o.reference from friend_tables t join bookings o on o.id = t.booking_id
  where t.booking_id = b.id or t.id = (select s.table_id from friend_shares s where s.booking_id = b.id)
  order by t.booking_id = b.id desc limit 1)`;
const TAGGED = sql<{ tags: string[] }>`(select array(select t.name from booking_tags x join tags t on t.id = x.tag_id
  where x.booking_id = b.id order by t.folded) as tags)`;

/** The list's data of some bookings, unordered. */
export const listedBookings = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("booking_facts as b")
    .innerJoin("night_facts as d", "d.id", "b.scheduled_crawl_id")
    .leftJoin("coupons", "coupons.id", "b.coupon_id")
    .leftJoin("partners", "partners.id", "b.partner_id")
    .crossJoinLateral(PAID.as("m"))
    .crossJoinLateral(HANDED_BACK.as("r"))
    .crossJoinLateral(TAGGED.as("x"))
    .select(["b.id", "b.reference", "b.first_name", "b.last_name", "b.email", "b.phone", "b.country", "b.language"])
    .select([
      "b.status",
      "b.cancel_reason",
      "b.hold_expires_at",
      "b.voucher_until",
      "b.kept_for",
      "b.created_at",
      "b.test",
    ])
    .select(["b.number_of_people", "b.currency", "b.total_price", "b.discount"])
    .select(["d.title", "d.title_es", "d.city", "d.city_es", "d.time_zone"])
    .select(["d.date", "d.start_time", "coupons.code as coupon"])
    .select(["partners.name as partner", "b.campaign", "b.qr_code_id"])
    .select(sql<PartnerReason | null>`b.partner_reason`.as("partner_reason"))
    .select([SOURCE.as("source"), TABLE.as("friend_table")])
    .select(["m.dispute", "m.provider", "x.tags"])
    .select(({ fn }) => [
      fn.coalesce("m.review", sql<boolean>`false`).as("review"),
      fn.coalesce("m.taken", sql<number>`0`).as("taken"),
      fn.coalesce("r.refund_failed", sql<boolean>`false`).as("refund_failed"),
      fn.coalesce("r.hand_over", sql<boolean>`false`).as("hand_over"),
      fn.coalesce("r.terminal", sql<boolean>`false`).as("terminal"),
      fn.coalesce("r.transfer", sql<boolean>`false`).as("transfer"),
      fn.coalesce("r.refunding", sql<boolean>`false`).as("refunding"),
      fn.coalesce("r.given_back", sql<number>`0`).as("given_back"),
    ])
    .where("b.id", "in", ids)
    .execute();

export type Sums = { currency: string; sum: SumOf | null; bookings: number; people: number; amount: number }[];

/**
 * Sums per currency and kind (`rules/booking-state.ts`) over all matching bookings, of at most `cap` of them; null on timeout. What
 * was given back, or taken by guests' banks, is a row of its own without bookings. Test money is in the amounts only with `tests`.
 */
export async function sumsOf(
  db: Db,
  filter: ListFilters,
  { cap, now, ms, tests }: Count & { tests: boolean },
): Promise<Sums | null> {
  const isMoney = sql`not test or ${tests}`;
  return inTime(db, ms, async (tx) => {
    const { rows } = await sql<Sums[number]>`with matching as materialized (
        select b.id, b.currency, b.number_of_people, b.total_price, b.test, b.status = 'cancelled' as cancelled,
          case when b.status = 'confirmed' then 'confirmed' when ${conditionOf("hold", now)} then 'waiting' end as sum
        from bookings b where ${all(conditions(filter, now))} limit ${cap})
      select currency, sum, count(*)::int as bookings, sum(number_of_people)::int as people,
          coalesce(sum(total_price) filter (where ${isMoney}), 0)::bigint as amount
        from matching group by currency, sum
      union all
      select currency, 'back', 0, 0, sum(a.amount)::bigint from matching join ${REFUNDED} a on a.purchase_id = matching.id
        where (sum = 'confirmed' or cancelled) and (${isMoney}) group by 1
      union all
      select currency, 'taken', 0, 0, sum(a.amount)::bigint from matching join ${TAKEN_BACK} a on a.purchase_id = matching.id
        where (sum = 'confirmed' or cancelled) and (${isMoney}) group by 1
      order by 3 desc, 1 ${EACH_TIME}`.execute(tx);
    return rows;
  });
}

export type Count = { cap: number; now: Date; ms: number };

/** The number of matching bookings, counted up to `cap`; null on timeout. */
export async function countUpTo(db: Db, filter: ListFilters, { cap, now, ms }: Count): Promise<number | null> {
  return inTime(db, ms, async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from
      (select from bookings b where ${all(conditions(filter, now))} limit ${cap}) x ${EACH_TIME}`.execute(tx);
    return rows[0]!.n;
  });
}

/** The same for several filters in one statement; null where all together take too long. */
export async function countEachUpTo(db: Db, filters: readonly ListFilters[], { cap, now, ms }: Count) {
  const counts = filters.map(
    (filter) =>
      sql`(select count(*) from (select from bookings b where ${all(conditions(filter, now))} limit ${cap}) x)::int`,
  );
  return inTime(db, ms, async (tx) => {
    const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts ${EACH_TIME}`.execute(
      tx,
    );
    return rows[0]!.counts;
  });
}

/** The planner's estimate of the matching bookings: good enough for "about", at no cost. */
export async function guessOf(db: Db, filter: ListFilters, now: Date): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`explain (format json)
    select from bookings b where ${all(conditions(filter, now))} ${EACH_TIME}`.execute(db);
  return rows[0]!["QUERY PLAN"][0].Plan["Plan Rows"];
}

/** Crawls (deleted ones too, since they have bookings) and cities to filter by. */
export const choices = async (db: Db) => ({
  crawls: await db
    .selectFrom("pub_crawls as c")
    .select(["c.id", "c.title", "c.title_es", "c.city_id"])
    .orderBy("c.is_active", "desc")
    .orderBy(inLetters("c.title"))
    .execute(),
  cities: await db.selectFrom("cities").select(["id", "name", "name_es"]).orderBy("position").orderBy("name").execute(),
});
