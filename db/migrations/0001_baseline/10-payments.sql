-- Payments, refunds, disputes, and what payment companies tell us.

create table payments (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings,
  attempt integer not null,
  provider text not null,
  method text not null,
  mode text not null,
  external_id text,
  redirect_url text,
  status text not null default 'created' check (status in ('created', 'pending', 'succeeded', 'failed', 'cancelled')),
  amount integer not null check (amount >= 0),
  currency text not null references currency_rates,
  failure_reason text,
  review_reason text,
  placement text
    check (placement in (
      'in_time', 'seats_free', 'tolerance', 'unplaced', 'duplicate', 'booking_cancelled', 'change_made', 'change_lost', 'moved'
    )),
  expires_at timestamptz not null,
  next_poll_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  change_id uuid references booking_changes,
  charge_id text,
  charged_amount integer check (charged_amount >= 0),
  charged_currency text,
  dispute_id text,
  dispute_state text check (dispute_state in ('open', 'won', 'lost')),
  warned_at timestamptz,
  voucher_until timestamptz,
  -- each try to capture approved money has a number of its own, or the company repeats its first answer when the payer has chosen
  -- another card; calls at the same time share it until capture_until
  capture_tries integer not null default 0,
  capture_until timestamptz,
  -- since when a payment that its guest has made waits for their bank (docs/decisions/141)
  bank_since timestamptz,
  -- what the company kept of the payment, as it says in the morning after
  fee_amount integer,
  fee_currency text,
  -- with which payout the company sent it to the bank, and the day on which it arrives there, as it says in the nights after
  payout_id text,
  payout_on date,
  unique (provider, external_id),
  unique (booking_id, attempt)
);
create index payments_to_poll on payments (next_poll_at) where next_poll_at is not null;
create index payments_by_charge on payments (provider, charge_id) where charge_id is not null;
create index payments_to_review on payments (booking_id) where review_reason is not null;
create index payments_in_review on payments (created_at) where review_reason in ('wrong_amount', 'wrong_currency');
create index payments_disputed on payments (settled_at) where dispute_state = 'open';
create index payments_by_time on payments (created_at desc, id desc);
create index payments_at_bank on payments (bank_since) where bank_since is not null and status = 'pending';
create index payments_by_payout on payments (payout_id) where payout_id is not null;
create index payments_taken on payments (booking_id) where dispute_state in ('open', 'lost');

create table refunds (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments,
  booking_id uuid not null references bookings,
  amount integer not null check (amount > 0),
  currency text not null,
  reason text not null,
  status text not null default 'requested'
    check (status in ('requested', 'submitted', 'succeeded', 'failed', 'manual', 'dropped', 'credited')),
  idempotency_key text not null unique,
  external_id text,
  attempts integer not null default 0,
  last_error text,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  source text not null default 'ours' check (source in ('ours', 'external')),
  waits text check (waits in ('balance', 'dispute')),
  first_asked_at timestamptz,
  taken_back integer not null default 0 check (taken_back >= 0),
  note text,
  succeeded_at timestamptz
);
create index refunds_by_booking on refunds (booking_id);
create index refunds_by_payment on refunds (payment_id);
create unique index refunds_by_external_id on refunds (payment_id, external_id) where external_id is not null;
create index refunds_to_decide on refunds (created_at) where status = 'manual';
create index refunds_not_done on refunds (booking_id) where status in ('failed', 'manual');
create index refunds_undone on refunds (created_at) where status in ('requested', 'submitted', 'failed', 'manual');
create index refunds_by_time on refunds (created_at desc, id desc);
create index refunds_by_success on refunds (succeeded_at, id) where status = 'succeeded';

-- A refund of places that were gone when the money came may end as dropped (the money stays with the booking) or credited (it
-- was given back as credit).
create function refuse_refund_step() returns trigger language plpgsql as $$ begin
  if not (case old.status
    when 'requested' then new.status in ('submitted', 'succeeded', 'failed', 'manual', 'dropped', 'credited')
    when 'submitted' then new.status in ('succeeded', 'failed', 'manual')
    when 'failed' then new.status in ('submitted', 'succeeded', 'manual', 'dropped')
    when 'manual' then new.status in ('succeeded', 'failed', 'dropped')
    when 'succeeded' then new.status = 'manual'
    else false end) then
    raise exception 'refund %: % does not become %', old.id, old.status, new.status;
  end if;
  return new;
end $$;

create trigger refunds_go_step_by_step before update of status on refunds
  for each row when (old.status is distinct from new.status) execute function refuse_refund_step();

-- When a refund's money went dates it in the books: it stays what it is whatever is written about the refund later, and is gone
-- when the money comes back.
create function date_refund() returns trigger language plpgsql as $$
begin
  if new.status = 'succeeded' then
    new.succeeded_at := coalesce(new.succeeded_at, new.updated_at);
  else
    new.succeeded_at := null;
  end if;
  return new;
end $$;

create trigger refunds_dated before insert or update of status on refunds for each row execute function date_refund();

create table disputes (
  payment_id uuid not null references payments,
  external_id text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  amount integer not null check (amount >= 0),
  currency text not null,
  reason text not null,
  lost integer not null default 0 check (lost >= 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (payment_id, external_id),
  constraint closed_with_time check ((state = 'open') = (closed_at is null))
);

create table provider_events (
  id uuid primary key default uuidv7(),
  provider text not null,
  event_id text not null,
  type text not null,
  external_id text,
  raw_body text,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  topic text not null check (topic in ('payment', 'refund', 'dispute', 'warning', 'other')),
  payment_ref text,
  charge_ref text,
  dispute_ref text,
  dead_at timestamptz,
  mode text not null check (mode in ('sandbox', 'live')),
  dead_reason text check (dead_reason in ('payment_unknown', 'money_without_booking', 'failed')),
  unique (provider, event_id),
  constraint the_dead_have_a_reason check ((dead_at is null) = (dead_reason is null))
);
create index dead_provider_events on provider_events (dead_at) where dead_at is not null;
create index provider_event_bodies on provider_events (received_at) where raw_body is not null;

-- What a provider says has moved is compared with the books once a night: one run for each provider and day, with whatever did
-- not agree.
create table reconciliation_runs (
  id uuid primary key default uuidv7(),
  provider text not null,
  day date not null,
  ran_at timestamptz not null,
  movements integer not null check (movements >= 0),
  looked_at timestamptz,
  unique (provider, day)
);
create index reconciliation_runs_by_day on reconciliation_runs (day);

create table reconciliation_differences (
  id uuid primary key default uuidv7(),
  run_id uuid not null references reconciliation_runs,
  kind text not null check (kind in ('charge_unknown', 'charge_missing', 'charge_differs', 'payment_open', 'refund_unknown',
    'refund_missing', 'refund_differs')),
  external_id text,
  payment_id uuid references payments,
  refund_id uuid references refunds,
  our_amount integer,
  our_currency text,
  their_amount integer,
  their_currency text,
  mended boolean not null
);
create index reconciliation_differences_by_run on reconciliation_differences (run_id);

-- Credit is used as a coupon is: reserved with the places, used when they are paid, released when they go.
create table credits (
  id uuid primary key default uuidv7(),
  code text not null unique,
  currency text not null references currency_rates,
  amount integer not null check (amount > 0),
  booking_id uuid not null references bookings,
  payment_id uuid not null unique references payments,
  test boolean not null,
  voided integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (voided between 0 and amount)
);
create index credits_by_booking on credits (booking_id);

create table credit_uses (
  id uuid primary key default uuidv7(),
  credit_id uuid not null references credits,
  booking_id uuid not null unique references bookings,
  amount integer not null check (amount > 0),
  state text not null check (state in ('reserved', 'used', 'released')),
  taken_back integer not null default 0 check (taken_back >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index credit_uses_by_credit on credit_uses (credit_id) where state <> 'released';

-- The sandbox provider's own tables: it stands for a company elsewhere, so nothing here refers to bookings or payments.
create table sandbox_sessions (
  id text primary key,
  idempotency_key text not null unique,
  state text not null default 'open' check (state in ('open', 'pending', 'paid', 'failed', 'cancelled', 'expired')),
  method text not null check (method in ('card', 'apple_pay', 'google_pay', 'paypal', 'oxxo', 'spei')),
  client_reference text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  charged_amount integer,
  failure_reason text,
  description text not null,
  customer_email text not null,
  language text not null,
  success_url text not null,
  cancel_url text not null,
  refunds_fail boolean not null default false,
  disputed boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  voucher_until timestamptz,
  check (state <> 'paid' or charged_amount is not null)
);

create table sandbox_refunds (
  id text primary key,
  session_id text not null references sandbox_sessions,
  idempotency_key text not null unique,
  amount integer not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('submitted', 'succeeded', 'failed')),
  created_at timestamptz not null default now()
);
create index sandbox_refunds_by_session on sandbox_refunds (session_id);

create table sandbox_events (
  id text primary key,
  session_id text not null references sandbox_sessions,
  type text not null,
  body text not null,
  attempts integer not null default 0,
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
