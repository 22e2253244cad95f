import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// What a night and a booking are to other modules, so that they don't join the owners' tables by hand (docs/decisions/185).
// Every night has a crawl and every crawl a city, yet they are joined as if one could be missing: the planner leaves such a join
// out where a statement names nothing of it, and turns it into a plain one where a condition does.
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create view night_facts as
    select d.id, d.crawl_id, d.date, d.start_time, d.end_time, d.starts_at, d.ends_at, d.sales_close_at, d.status, d.total_spots,
      d.available_spots, d.overbooked_spots, d.bookings_disabled, d.external_booking_link, d.early_bird_sale, d.series_id, d.version,
      c.slug, c.title, c.title_es, c.short_name, c.short_name_es, c.colour, c.image, c.currency, c.meeting_place, c.meeting_place_es,
      c.on_every_site, c.is_active as crawl_is_active, c.deleted_at as crawl_deleted_at,
      c.city_id, t.name as city, t.name_es as city_es, t.time_zone, t.is_active as city_is_active,
      t.meeting_point, t.meeting_point_es, t.map_url
    from scheduled_crawls d left join pub_crawls c on c.id = d.crawl_id left join cities t on t.id = c.city_id`.execute(
    db,
  );
  // the crawl is the one that was sold, which may be another than the night's own
  await sql`
    create view booking_facts as
    select b.id, b.reference, b.scheduled_crawl_id, b.crawl_id, b.site_tag, b.language, b.status, b.cancel_reason, b.hold_expires_at,
      b.first_name, b.last_name, b.email, b.phone, b.country, b.number_of_people, b.additional_names, b.special_requests, b.currency,
      b.unit_price, b.regular_unit_price, b.subtotal, b.add_ons, b.discount, b.total_price, b.base_currency, b.rate, b.rate_date,
      b.peso_rate, b.refund_rule, b.refund_rule_version, b.coupon_id, b.user_id, b.browser, b.test, b.created_at, b.confirmed_at, b.cancelled_at, b.version,
      b.voucher_until, b.source, b.link_version, b.no_show_at, b.was_there_at, b.partner_id, b.partner_reason, b.partner_at,
      b.partner_before, b.qr_code_id, b.campaign, b.partner_doubts, b.partner_verdict, b.forgotten_at, b.kept_for, b.found_by, b.terms_version,
      b.privacy_version,
      d.date, d.start_time, d.end_time, d.starts_at, d.ends_at, d.sales_close_at, d.status as night_status, d.version as night_version,
      c.slug, c.title, c.title_es, c.image, c.meeting_place, c.meeting_place_es, c.on_every_site, c.is_active as crawl_is_active,
      c.city_id, t.name as city, t.name_es as city_es, t.time_zone, t.is_active as city_is_active,
      t.meeting_point, t.meeting_point_es, t.map_url
    from bookings b left join scheduled_crawls d on d.id = b.scheduled_crawl_id
      left join pub_crawls c on c.id = b.crawl_id left join cities t on t.id = c.city_id`.execute(db);
};
