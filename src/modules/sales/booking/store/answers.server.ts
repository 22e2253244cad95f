import { sql } from "kysely";
import type { IdentityQuestions } from "#src/modules/base/identity/questions.ts";
import type { AffiliatesQuestions } from "#src/modules/sales/affiliates/questions.ts";
import type { PriceRulesQuestions, SoldUnder } from "#src/modules/sales/price-rules/questions.ts";
import type { CouponsQuestions } from "#src/modules/sales/coupons/questions.ts";
import type { CountedBooking, FunnelQuestions } from "#src/modules/sales/funnel/questions.ts";
import type { ScheduleQuestions } from "#src/modules/sales/schedule/questions.ts";
import type { CatalogQuestions, ComingOfCrawl } from "#src/modules/site/catalog/questions.ts";
import type { ContentQuestions } from "#src/modules/site/content/questions.ts";

// What earlier modules ask of bookings.

export const comingOfCrawls: CatalogQuestions["comingOfCrawls"] = async (
  on,
  now,
  { crawl = null, city = null } = {},
) => {
  const { rows } = await sql<ComingOfCrawl>`
    select d.crawl_id, d.city_id, count(*)::int as departures, sum(b.bookings)::int as bookings, sum(b.people)::int as people,
      (array_agg(json_build_object('id', d.id, 'date', d.date, 'start', d.start_time) order by d.starts_at))[1] as next
    from night_facts d cross join lateral (
      select count(*) as bookings, coalesce(sum(b.number_of_people), 0) as people from bookings b
      where b.scheduled_crawl_id = d.id and (b.status = 'confirmed' or (b.status = 'pending' and b.hold_expires_at > ${now}))) b
    where d.status = 'scheduled' and d.ends_at > ${now}
      and (${crawl}::uuid is null or d.crawl_id = ${crawl}::uuid) and (${city}::text is null or d.city_id = ${city}::text)
    group by d.crawl_id, d.city_id`.execute(on);
  return rows;
};

export const accountsWithBookings: IdentityQuestions["accountsWithBookings"] = async (tx, userIds) => {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from bookings where user_id = any(${[...userIds]}::uuid[])`.execute(tx);
  return new Set(rows.map(({ user_id }) => user_id));
};

export const isBooked: AffiliatesQuestions["isBooked"] = async (tx, { partner = null, qrCode = null }) => {
  const { rows } = await sql<{ is_booked: boolean }>`
    select exists (select from bookings where partner_id = ${partner}::uuid)
      or exists (select from bookings where qr_code_id = ${qrCode}::text) as is_booked`.execute(tx);
  return rows[0]!.is_booked;
};

export const soldUnderRules: PriceRulesQuestions["soldUnderRules"] = async (on, test) => {
  const { rows } = await sql<SoldUnder>`
    select price_rule ->> 'id' as rule_id, currency, count(*)::int as bookings, sum(total_price)::float8 as total
    from bookings where price_rule is not null and status = 'confirmed' and (not test or ${test})
    group by 1, 2 order by 1, 2`.execute(on);
  return rows;
};

export const timesRedeemed: CouponsQuestions["timesRedeemed"] = async (on, couponId) =>
  (
    await on
      .selectFrom("bookings")
      .select(sql<number>`count(*)::int`.as("n"))
      .where("coupon_id", "=", couponId)
      .executeTakeFirstOrThrow()
  ).n;

export const countedBookings: FunnelQuestions["countedBookings"] = async (on, ids) => {
  const { rows } = await sql<CountedBooking>`
    select id, language, test, confirmed_at, status <> 'pending' as ended from bookings
    where id = any(${[...ids]}::uuid[])`.execute(on);
  return rows;
};

const COLUMN = { terms: "b.terms_version", privacy: "b.privacy_version" } as const;

export const bookingsUnder: ContentQuestions["bookingsUnder"] = async (db, page, versionIds, most) => {
  const { rows } = await sql<{ id: string; count: number }>`
    select v.id, (select count(*)::int from (select from bookings b
      where ${sql.raw(COLUMN[page])} = v.id and b.status = 'confirmed' limit ${most}) counted) as count
    from unnest(${[...versionIds]}::uuid[]) as v (id)`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
};

export const soldOfNights: ScheduleQuestions["soldOfNights"] = async (on, departureIds, now) => {
  const { rows } = await sql<{ id: string; confirmed: number; bookings: number; held: number }>`
    select d.id, c.confirmed, c.bookings, (select coalesce(sum(p.people), 0)::int from (
        select b.number_of_people as people from bookings b
        where b.scheduled_crawl_id = d.id and b.status = 'pending' and b.hold_expires_at > ${now}
        union all select c.held_people from booking_changes c
        where c.to_departure_id = d.id and c.status = 'pending' and c.hold_expires_at > ${now}
        union all select o.places - o.sold from offline_places o where o.departure_id = d.id and o.returned_at is null
        union all select table_places(d.id, ${now})) p) as held
    from unnest(${[...departureIds]}::uuid[]) as d (id) cross join lateral (
      select coalesce(sum(b.number_of_people), 0)::int as confirmed, count(*)::int as bookings
      from bookings b where b.scheduled_crawl_id = d.id and b.status = 'confirmed') c`.execute(on);
  return new Map(rows.map(({ id, ...sold }) => [id, sold]));
};

export const timesBooked: ScheduleQuestions["timesBooked"] = (on, departureId) =>
  on
    .selectNoFrom([
      sql<number>`(select count(*)::int from bookings where scheduled_crawl_id = ${departureId})`.as("bookings"),
      sql<number>`(select count(*)::int from booking_changes
        where from_departure_id = ${departureId} or to_departure_id = ${departureId})`.as("changes"),
    ])
    .executeTakeFirstOrThrow();
