-- The books, receipts and invoices: written once and never changed.

create table ledger_entries (
  id bigint generated always as identity primary key,
  posting text not null,
  line integer not null,
  kind text not null,
  at timestamptz not null,
  account text not null check (account in (
    'guest', 'revenue', 'clearing', 'refund_due', 'credit', 'affiliate_due', 'commission', 'payout',
    'till', 'office_cash', 'over_short', 'cash_rounding', 'paid_out', 'deferral', 'unearned', 'guide_pay', 'guide_paid',
    'bank', 'drawings', 'bills', 'bar_drinks', 'bar_paid'
    )),
  provider text check ((account = 'clearing') = (provider is not null)),
  amount integer not null check (amount <> 0),
  -- what was charged may be of a kind that is sold nowhere
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  booking_id uuid references bookings,
  payment_id uuid references payments,
  refund_id uuid references refunds,
  test boolean not null,
  unique (posting, line)
);
create index ledger_by_booking on ledger_entries (booking_id);
create index ledger_by_time on ledger_entries (at, account);

create function refuse_ledger_change() returns trigger language plpgsql as
$$ begin raise exception 'ledger_entries is append-only'; end $$;

create trigger ledger_is_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

create function refuse_unbalanced_posting() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_entries where posting = new.posting group by currency having sum(amount) <> 0) then
    raise exception 'posting % does not balance', new.posting;
  end if;
  return null;
end $$;

create constraint trigger postings_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_posting();

-- How far the check of the ledger is. Bookings are checked from the greatest id to the smallest; before: the next ones have
-- smaller ids. The first round begins here, so that it is known for how long there has been none.
create table ledger_rounds (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  before uuid,
  ended_at timestamptz
);
create unique index one_open_ledger_round on ledger_rounds ((ended_at is null)) where ended_at is null;
insert into ledger_rounds (began_at) values (now());

create table ledger_proofs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  differences integer not null check (differences >= 0)
);

create table ledger_differences (
  key text primary key,
  booking_id uuid references bookings,
  account text not null,
  provider text,
  currency text not null,
  expected bigint not null,
  actual bigint not null,
  found_at timestamptz not null,
  told_at timestamptz,
  gone_at timestamptz
);
create index standing_ledger_differences on ledger_differences (found_at) where gone_at is null;

-- The numbers of receipts have no gap.
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
create index receipts_by_time on receipts (issued_at, id);

create function refuse_receipt_change() returns trigger language plpgsql as
$$ begin raise exception 'receipts is append-only'; end $$;

create trigger receipts_are_append_only before update or delete or truncate on receipts
  for each statement execute function refuse_receipt_change();

-- A request is refused while it has refused_at; its status stays requested.
create table invoice_requests (
  booking_id uuid primary key references bookings,
  status text not null default 'requested' check (status in ('requested', 'issued')),
  rfc text not null,
  legal_name text not null,
  tax_regime text not null,
  postal_code text not null,
  cfdi_use text not null,
  email text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  due_at timestamptz not null default now() + interval '3 days',
  refused_at timestamptz,
  refusal text,
  constraint a_refusal_has_its_reason check ((refused_at is null) = (refusal is null))
);

create table invoices (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references invoice_requests,
  fiscal_uuid uuid not null unique,
  total integer not null check (total >= 0),
  currency text not null,
  xml bytea not null,
  pdf bytea not null,
  issued_at timestamptz not null,
  replaced_at timestamptz
);
create unique index invoices_one_of_booking on invoices (booking_id) where replaced_at is null;
