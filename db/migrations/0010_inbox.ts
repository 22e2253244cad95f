import { type Kysely, sql } from "kysely";

// A message that can't be worked on ends some day, in plain sight. What a provider says has moved is compared with the books once a
// night: one run for each provider and day, with whatever did not agree.
const statements = `
alter table provider_events
  add column mode text not null default 'sandbox' check (mode in ('sandbox', 'live')),
  add column dead_reason text check (dead_reason in ('payment_unknown', 'money_without_booking', 'failed')),
  add constraint the_dead_have_a_reason check ((dead_at is null) = (dead_reason is null));
alter table provider_events alter column mode drop default;
alter table provider_events alter column raw_body drop not null;
create index provider_event_bodies on provider_events (received_at) where raw_body is not null;

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
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
