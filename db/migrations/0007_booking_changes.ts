import { type Kysely, sql } from "kysely";

// A change is a thing of its own: who asked for what, what it costs and whether it came about. One that must be paid first keeps
// its new places while it waits (`held_people` on the departure it leads to), and there is one such at a time for a booking.
const statements = `
alter table bookings add column version integer not null default 1;

create table booking_changes (
  id uuid primary key,
  booking_id uuid not null references bookings,
  booking_version integer not null,
  kind text not null check (kind in ('date', 'add', 'remove')),
  status text not null check (status in ('pending', 'made', 'dropped')),
  drop_reason text check (drop_reason in ('expired', 'guest', 'replaced', 'booking_changed', 'sold_out')),
  from_departure_id uuid not null references scheduled_crawls,
  to_departure_id uuid not null references scheduled_crawls,
  people_before integer not null check (people_before >= 1),
  people_after integer not null check (people_after >= 1),
  held_people integer not null check (held_people >= 0),
  names text[] not null default '{}',
  positions integer[] not null default '{}',
  currency text not null references currency_rates,
  unit_price integer not null check (unit_price >= 0),
  subtotal integer not null check (subtotal >= 0),
  add_ons integer not null check (add_ons >= 0),
  discount integer not null check (discount >= 0),
  total_price integer not null check (total_price >= 0),
  difference integer not null,
  hold_expires_at timestamptz not null,
  request_hash text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint change_adds_up check (total_price = subtotal + add_ons - discount),
  constraint dropped_with_reason check ((status = 'dropped') = (drop_reason is not null)),
  constraint closed_with_time check ((status = 'pending') = (closed_at is null)),
  constraint only_paid_changes_wait check (status <> 'pending' or difference > 0)
);
create unique index one_pending_change on booking_changes (booking_id) where status = 'pending';
create index booking_changes_by_booking on booking_changes (booking_id, created_at);
create index pending_changes on booking_changes (hold_expires_at) include (to_departure_id, held_people) where status = 'pending';

alter table payments add column change_id uuid references booking_changes;
alter table payments drop constraint payments_placement_check;
alter table payments add constraint payments_placement_check check (placement in
  ('in_time', 'seats_free', 'tolerance', 'unplaced', 'duplicate', 'booking_cancelled', 'change_made', 'change_lost'));

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
  updated_at timestamptz not null
);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
