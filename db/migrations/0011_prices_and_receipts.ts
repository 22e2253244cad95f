import { type Kysely, sql } from "kysely";

// Prices that the operator sets per currency stand beside the one that is converted; what a booking's total was in pesos when it was
// sold is frozen with it; and who paid gets a receipt whose numbers have no gap.
const statements = `
create function are_prices(prices jsonb) returns boolean language sql immutable as $$
  select case when jsonb_typeof(prices) = 'object' then not exists (
    select from jsonb_each(prices) p
    where p.key not in ('MXN', 'USD', 'EUR', 'GBP', 'CAD') or jsonb_typeof(p.value) <> 'number' or p.value::text !~ '^[0-9]{1,9}$'
  ) else false end
$$;
alter table pub_crawls add column prices jsonb not null default '{}' check (are_prices(prices));
alter table scheduled_crawls
  add column prices jsonb not null default '{}' check (are_prices(prices)),
  add column sale_prices jsonb not null default '{}' check (are_prices(sale_prices));
alter table bookings add column peso_rate numeric(18, 8) check (peso_rate > 0);

create table receipt_counters (
  site_tag text not null,
  test boolean not null,
  last_folio integer not null check (last_folio > 0),
  primary key (site_tag, test)
);

create table receipts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  payment_id uuid not null unique references payments,
  site_tag text not null,
  test boolean not null,
  folio integer not null check (folio > 0),
  issued_at timestamptz not null,
  language text not null check (language in ('en', 'es')),
  currency text not null references currency_rates,
  amount integer not null check (amount > 0),
  tax_percent integer not null check (tax_percent between 0 and 99),
  tax_amount integer not null check (tax_amount between 0 and amount),
  pesos_amount integer not null check (pesos_amount >= 0),
  provider text not null,
  method text not null,
  seller jsonb not null,
  lines jsonb not null,
  unique (site_tag, test, folio)
);
create index receipts_by_booking on receipts (booking_id, issued_at);

create function refuse_receipt_change() returns trigger language plpgsql as
$$ begin raise exception 'receipts is append-only'; end $$;
create trigger receipts_are_append_only before update or delete or truncate on receipts
  for each statement execute function refuse_receipt_change();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
