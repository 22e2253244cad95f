import { type Kysely, sql } from "kysely";

// The sandbox provider's own world: it stands for a company elsewhere, so nothing here refers to bookings or payments.
const statements = `
create table sandbox_sessions (
  id text primary key,
  idempotency_key text not null unique,
  state text not null default 'open' check (state in ('open', 'pending', 'paid', 'failed', 'cancelled', 'expired')),
  method text not null check (method in ('card', 'apple_pay', 'paypal')),
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
  check (state <> 'paid' or charged_amount is not null),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
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
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(";")) if (statement.trim()) await sql.raw(statement).execute(db);
}
