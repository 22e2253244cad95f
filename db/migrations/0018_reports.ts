import { type Kysely, sql } from "kysely";

// What was sold each day, added up: charts of a year would otherwise read a million bookings and their entries in the books. The
// tables hold nothing that the bookings and the books don't say; days that have changed since `daily_sales_counted.at` are counted
// from those. The other indexes find the few rows that wait for a person among the very many that don't.
const statements = `
create table daily_sales (
  basis text not null check (basis in ('sale', 'service')),
  day date not null,
  crawl_id uuid not null,
  currency text not null,
  test boolean not null,
  bookings integer not null,
  guests integer not null,
  revenue bigint not null,
  primary key (basis, day, crawl_id, currency, test)
);

create table daily_coupons (
  basis text not null check (basis in ('sale', 'service')),
  day date not null,
  crawl_id uuid not null,
  currency text not null,
  test boolean not null,
  coupon_id uuid not null,
  uses integer not null,
  discount bigint not null,
  primary key (basis, day, crawl_id, currency, test, coupon_id)
);

create table daily_sales_counted (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);

create index bookings_by_confirmation on bookings (confirmed_at) where confirmed_at is not null;
create index affiliate_visits_by_time on affiliate_visits (at) include (affiliate_code);
create index qr_scans_by_time on qr_scans (at) include (qr_code_id);

create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, at desc) where actor_id is not null;

create index payments_in_review on payments (created_at) where review_reason in ('wrong_amount', 'wrong_currency');
create index payments_disputed on payments (settled_at) where dispute_state = 'open';
create index refunds_undone on refunds (created_at) where status in ('requested', 'submitted', 'failed', 'manual');
create index emails_failed on emails (created_at) where status = 'failed';
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
