import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): they look for a desk's cash where it no longer is. */
export const breaksBefore: string | null = "0026";

const TEXTS = [
  // What a reseller's key has sold (docs/decisions/218). `booking_id` is the booking of now: one on hold for another night is another booking.
  `create table resales (
    id uuid primary key default uuidv7(),
    booking_id uuid not null unique references bookings on delete cascade,
    uuid uuid not null,
    partner_id uuid not null references partners,
    key_id uuid not null references api_keys,
    request_hash text not null,
    reseller_reference text constraint resales_reseller_reference_check check (length(reseller_reference) <= 200),
    notes text constraint resales_notes_check check (length(notes) <= 1000),
    contact jsonb not null,
    people jsonb not null,
    wish jsonb,
    rule jsonb,
    cancel_note text constraint resales_cancel_note_check check (length(cancel_note) <= 500),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint resales_uuid_key unique (partner_id, uuid)
  )`,
  `create index resales_by_reference on resales (partner_id, reseller_reference) where reseller_reference is not null`,
  `create index resales_by_partner on resales (partner_id, id)`,
  // The same of test keys: no booking, no money, no places.
  `create table test_resales (
    id uuid primary key default uuidv7(),
    uuid uuid not null,
    partner_id uuid not null references partners,
    key_id uuid not null references api_keys,
    request_hash text not null,
    reference text not null,
    reseller_reference text constraint test_resales_reseller_reference_check check (length(reseller_reference) <= 200),
    notes text constraint test_resales_notes_check check (length(notes) <= 1000),
    contact jsonb not null,
    people jsonb not null,
    rule jsonb,
    cancel_note text constraint test_resales_cancel_note_check check (length(cancel_note) <= 500),
    departure_id uuid not null references scheduled_crawls on delete cascade,
    crawl_id uuid not null references pub_crawls on delete cascade,
    language text not null constraint test_resales_language_check check (language in ('en', 'es')),
    unit_price int not null,
    total int not null,
    hold_expires_at timestamptz not null,
    confirmed_at timestamptz,
    cancelled_at timestamptz,
    refund text constraint test_resales_refund_check check (refund in ('full', 'partial', 'none')),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint test_resales_uuid_key unique (partner_id, uuid)
  )`,
  `create index test_resales_by_age on test_resales (updated_at)`,
  `alter table bookings drop constraint bookings_partner_reason_check`,
  `alter table bookings add constraint bookings_partner_reason_check
    check (partner_reason in ('code', 'coupon', 'link', 'qr', 'widget', 'desk', 'staff', 'reseller')) not valid`,
  // What partners have of ours: what a desk took in cash, and what a reseller was paid; below zero what came back of it. Lines are only added.
  `create table partner_cash (
    id uuid primary key default uuidv7(),
    partner_id uuid not null references partners,
    booking_id uuid not null references bookings on delete cascade,
    amount int not null constraint partner_cash_amount_check check (amount <> 0),
    refund_id uuid unique references refunds,
    statement_id uuid references partner_statements,
    at timestamptz not null
  )`,
  `insert into partner_cash (partner_id, booking_id, amount, statement_id, at)
    select partner_id, booking_id, cash, statement_id, created_at from desk_sales where cash > 0`,
  `create index partner_cash_by_booking on partner_cash (booking_id)`,
  `create index partner_cash_unsettled on partner_cash (partner_id) where statement_id is null`,
  `create index partner_cash_by_statement on partner_cash (statement_id) where statement_id is not null`,
  `alter table desk_sales drop column cash, drop column statement_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of TEXTS) await sql.raw(text).execute(db);
}
