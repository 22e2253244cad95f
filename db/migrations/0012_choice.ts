import { type Kysely, sql } from "kysely";

// A guest whose places were gone when the money came may take another night or credit instead of the refund that was planned. Such
// a refund ends as `dropped` (the money stays with the booking) or `credited` (it was given back as credit). Credit is used as a
// coupon is: reserved with the places, used when they are paid, released when they go. A voucher keeps places for days.
const statements = `
alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check check (status in
  ('requested', 'submitted', 'succeeded', 'failed', 'manual', 'dropped', 'credited'));
create or replace function refuse_refund_step() returns trigger language plpgsql as $$ begin
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
alter table payments drop constraint payments_placement_check;
alter table payments add constraint payments_placement_check check (placement in
  ('in_time', 'seats_free', 'tolerance', 'unplaced', 'duplicate', 'booking_cancelled', 'change_made', 'change_lost', 'moved'));
alter table payments add column voucher_until timestamptz;
alter table bookings add column voucher_until timestamptz;
alter table sandbox_sessions add column voucher_until timestamptz;
alter table sandbox_sessions drop constraint sandbox_sessions_method_check;
alter table sandbox_sessions add constraint sandbox_sessions_method_check check (method in ('card', 'apple_pay', 'paypal', 'oxxo'));

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
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
