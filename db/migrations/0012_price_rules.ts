import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): nothing. They sell at the price without rules, and accept every coupon everywhere. */
export const breaksBefore: string | null = null;

// A coupon may be valid in one city, or for one crawl; nulls: everywhere.
const COUPONS = `
  alter table coupons add column city_id text references cities (id), add column crawl_id uuid references pub_crawls (id),
    add constraint coupons_one_place check (city_id is null or crawl_id is null)`;

// What lowers the price of a place (docs/decisions/210). A condition that is null, or no weekday, is none. Days before the night are
// those of the city's calendar; weekdays go from 1, Monday, to 7.
const RULES = `
  create table price_rules (
    id uuid primary key default gen_random_uuid(),
    name text not null, name_es text not null,
    city_id text references cities (id), crawl_id uuid references pub_crawls (id),
    days_from integer check (days_from between 0 and 999), days_to integer check (days_to between 0 and 999),
    date_from date, date_to date,
    weekdays integer[] not null default '{}' check (weekdays <@ '{1,2,3,4,5,6,7}'),
    people_from integer check (people_from between 1 and 100), people_to integer check (people_to between 1 and 100),
    places_left integer check (places_left between 1 and 10000),
    percent integer check (percent between 1 and 100), amount integer check (amount > 0),
    currency text check (currency in ('MXN', 'USD', 'EUR', 'GBP', 'CAD')),
    with_codes boolean not null default true,
    is_active boolean not null default true,
    position integer not null,
    version integer not null default 1,
    created_at timestamptz not null,
    constraint price_rules_one_place check (city_id is null or crawl_id is null),
    constraint price_rules_one_effect check ((percent is null) <> (amount is null) and (amount is null) = (currency is null))
  )`;

// the rule as it was when the booking was priced: it may be changed or deleted since
const BOOKINGS = "alter table bookings add column price_rule jsonb";

// with the name of the rule that the booking's stored price is of: none after a change
const FACTS = `
  create or replace view booking_facts as
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
    t.meeting_point, t.meeting_point_es, t.map_url,
    case when b.regular_unit_price is not null then b.price_rule ->> 'name' end as price_rule,
    case when b.regular_unit_price is not null then b.price_rule ->> 'name_es' end as price_rule_es
  from bookings b left join scheduled_crawls d on d.id = b.scheduled_crawl_id
    left join pub_crawls c on c.id = b.crawl_id left join cities t on t.id = c.city_id`;

const SHOWN = `create trigger pages_changed after insert or delete or update or truncate on price_rules
  for each statement execute function tell_pages_changed()`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of [COUPONS, RULES, BOOKINGS, FACTS, SHOWN]) await sql.raw(text).execute(db);
};
