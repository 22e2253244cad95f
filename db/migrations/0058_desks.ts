import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Phones and tablets at a partner's reception (docs/decisions/114): bound once, opened by a PIN. Of secrets only hashes are kept.
const statements = `
create table desk_devices (
  id uuid primary key,
  partner_id uuid not null references partners (id),
  name text not null check (length(name) between 1 and 40),
  -- of the binding address until it is used, then of the device's own secret
  bind_hash text unique check (length(bind_hash) = 43),
  bind_until timestamptz,
  token_hash text unique check (length(token_hash) = 43),
  pin_hash text,
  wrong_pins integer not null default 0,
  locked_at timestamptz,
  created_at timestamptz not null,
  bound_at timestamptz,
  unlocked_at timestamptz,
  seen_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references "user" (id) on delete set null,
  constraint bound_with_its_secrets check ((bound_at is null) = (token_hash is null) and (bound_at is null) = (pin_hash is null))
);
create index desk_devices_by_partner on desk_devices (partner_id);
create index desks_locked on desk_devices (locked_at) where locked_at is not null and revoked_at is null;

create table desk_sales (
  booking_id uuid primary key references bookings (id) on delete cascade,
  sale_id uuid not null unique,
  device_id uuid not null references desk_devices (id),
  partner_id uuid not null references partners (id),
  way text not null check (way in ('cash', 'link')),
  -- centavos of cash that the partner keeps for us; settled with a statement
  cash integer not null default 0 check (cash >= 0),
  statement_id uuid references partner_statements (id),
  created_at timestamptz not null
);
create index desk_cash_unsettled on desk_sales (partner_id) where cash > 0 and statement_id is null;
create index desk_sales_by_device on desk_sales (device_id, created_at);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
