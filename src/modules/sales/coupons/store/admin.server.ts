import { type Insertable, sql, type Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { CouponFilter, CouponState } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import type { AffiliatesQuestions } from "#src/modules/sales/affiliates/questions.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { containsWords, textsNear } from "#src/platform/search-words.server.ts";

type Row = {
  id: string;
  code: string;
  description: string;
  discount_type: string;
  value: number;
  currency: string;
  minimum_purchase: number | null;
  maximum_discount: number | null;
  start_date: Date | null;
  expiry_date: Date | null;
  usage_limit: number | null;
  most_per_guest: number | null;
  partner_id: string | null;
  partner: string | null;
  city_id: string | null;
  crawl_id: string | null;
  place: string | null;
  place_es: string | null;
  is_active: boolean;
  state: CouponState;
  used: number;
  reserved: number;
  created_at: Date;
  revenue: Record<string, number> | null;
};

/** `test`: whether bookings without real payments count. */
type UseContext = { now: Date; test: boolean };

/**
 * Coupons with their uses (a reservation counts while its hold is live, and what is practised only in practice, as for the limit)
 * and state. Checked in the order of rules/discount.ts, except that inactive comes first.
 */
const withState = ({ now, test }: UseContext) => sql`
  select c.id, c.code, c.description, c.discount_type, c.value, c.currency, c.minimum_purchase, c.maximum_discount, c.start_date,
    c.expiry_date, c.usage_limit, c.most_per_guest, c.partner_id, c.city_id, c.crawl_id, c.is_active, c.created_at, c.version, u.used, u.reserved, case
    when not c.is_active then 'inactive'
    when c.start_date > ${now} then 'scheduled'
    when c.expiry_date <= ${now} then 'expired'
    when c.usage_limit <= u.used + u.reserved then 'used_up'
    else 'active' end as state
  from coupons c cross join lateral (
    select count(*) filter (where r.state = 'used')::int as used,
      count(*) filter (where r.state = 'reserved' and b.hold_expires_at > ${now})::int as reserved
    from coupon_redemptions r join bookings b on b.id = r.booking_id where r.coupon_id = c.id and r.state <> 'released' and (not b.test or ${test})
  ) u`;

const ORDER: Record<CouponFilter["sort"], string> = {
  "-created": "created_at desc, id desc",
  code: "lower(code), id",
  "-code": "lower(code) desc, id",
  expiry: "expiry_date nulls last, id",
  "-expiry": "expiry_date desc nulls first, id",
  uses: "used + reserved, id",
  "-uses": "used + reserved desc, id",
};

const WORDS = sql`findable(concat_ws(' ', code, description))`;

const matching = ({ state, q }: Pick<CouponFilter, "state" | "q">) => sql`
  (${state}::text is null or state = ${state})
  and ${sql.join([sql`true`, ...containsWords(WORDS, q, 1)], sql` and `)}`;

/** Codes and descriptions of coupons near a search text. */
export const textsNearCoupons = (db: Db, search: string): Promise<string[]> =>
  textsNear(db, search, {
    from: sql`coupons`,
    text: WORDS,
    shown: sql`concat_ws(' ', code, description)`,
    where: [],
  });

/** A page of coupons; revenue is computed only for these. */
export async function couponsPage(
  db: Db,
  filter: CouponFilter,
  { now, test, limit }: UseContext & { limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with listed as (
      select * from (${withState({ now, test })}) s where ${matching(filter)}
      order by ${sql.raw(ORDER[filter.sort])} limit ${limit} offset ${(filter.page - 1) * limit}
    )
    select l.*, (select p.name from partners p where p.id = l.partner_id) as partner, ${PLACE}, ${revenueOf(test)} as revenue from listed l order by ${sql.raw(ORDER[filter.sort])}`.execute(
    db,
  );
  return rows;
}

// a deleted crawl keeps its title
const PLACE = sql`
  coalesce((select c.title from pub_crawls c where c.id = l.crawl_id), (select t.name from cities t where t.id = l.city_id)) as place,
  coalesce((select c.title_es from pub_crawls c where c.id = l.crawl_id), (select t.name_es from cities t where t.id = l.city_id)) as place_es`;

const revenueOf = (test: boolean) => sql`(
  select json_object_agg(currency, total) from (
    select b.currency, sum(b.total_price)::int8 as total
    from coupon_redemptions r join bookings b on b.id = r.booking_id
    where r.coupon_id = l.id and r.state = 'used' and b.status = 'confirmed' and (not b.test or ${test})
    group by b.currency order by b.currency
  ) sums)`;

/** Coupons per state for a search text, and their total uses. */
export async function countCoupons(db: Db, q: string, filter: UseContext) {
  const { rows } = await sql<{ state: CouponState; coupons: number; uses: number }>`
    select state, count(*)::int as coupons, sum(used + reserved)::int as uses
    from (${withState(filter)}) s where ${matching({ state: null, q })} group by state`.execute(db);
  return rows;
}

/** A coupon with its state, or undefined. */
export async function couponWithState(db: Db | Tx, id: string, filter: UseContext) {
  const { rows } = await sql<Omit<Row, "revenue" | "partner" | "place" | "place_es"> & { version: number }>`
    select * from (${withState(filter)}) s where id = ${id}`.execute(db);
  return rows[0];
}

/** A coupon's newest bookings, cancelled ones included. */
export const usesOf = (db: Db, couponId: string, limit: number) =>
  db
    .selectFrom("bookings as b")
    .innerJoin("night_facts as d", "d.id", "b.scheduled_crawl_id")
    .leftJoin("coupon_redemptions as r", "r.booking_id", "b.id")
    .select(["b.id", "b.reference", "b.first_name", "b.last_name", "b.created_at", "b.discount", "b.currency"])
    .select(["d.date", "r.state"])
    .where("b.coupon_id", "=", couponId)
    .orderBy("b.created_at", "desc")
    .limit(limit)
    .execute();

/** The name of a partner; undefined when there is none of this id. */
export const partnerName = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.selectFrom("partners").select("name").where("id", "=", id).executeTakeFirst())?.name;

/** Inserts a coupon unless its code is taken. Returns its id. */
export const insertCoupon = (tx: Tx, row: Insertable<Tables["coupons"]>) =>
  tx
    .insertInto("coupons")
    .values(row)
    .onConflict((c) => c.doNothing())
    .returning("id")
    .executeTakeFirst();

/** Locks a coupon against other changes; bookings that reference it don't wait. */
export const holdCoupon = (tx: Tx, id: string) =>
  tx.selectFrom("coupons").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Locks a coupon against new bookings as well. */
export const holdCouponAlone = (tx: Tx, id: string) =>
  tx.selectFrom("coupons").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Whether another coupon has the code, ignoring case. */
export const isCodeTaken = async (tx: Tx, code: string, but: string): Promise<boolean> =>
  (await tx
    .selectFrom("coupons")
    .select("id")
    .where(sql`lower(trim(code))`, "=", code.trim().toLowerCase())
    .where("id", "<>", but)
    .executeTakeFirst()) !== undefined;

/** Whether guests would type a partner's code with it. Whoever takes such a code goes one at a time (affiliates/save-partner.server.ts). */
export async function isCodeOfPartner(tx: Tx, code: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('typed-code:' || lower(trim(${code})), 0))`.execute(tx);
  const { rows } = await sql`select from partners where lower(code) = lower(trim(${code}))`.execute(tx);
  return rows.length > 0;
}

export const isCodeOfCoupon: AffiliatesQuestions["isCodeOfCoupon"] = async (tx, code) =>
  (await tx
    .selectFrom("coupons")
    .select("id")
    .where(sql<boolean>`lower(trim(code)) = lower(${code})`)
    .executeTakeFirst()) !== undefined;

/** Writes a coupon locked by `holdCoupon`. */
export const writeCoupon = (tx: Tx, id: string, row: Updateable<Tables["coupons"]>) =>
  tx
    .updateTable("coupons")
    .set((e) => ({ ...row, version: e("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

export const removeCoupon = (tx: Tx, id: string) => tx.deleteFrom("coupons").where("id", "=", id).execute();
