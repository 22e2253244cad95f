import { type Kysely, sql } from "kysely";

// Real providers call a payment by more names than one, their messages are about more than payments, and what an accountant reads
// is written once and never changed.
const statements = `
alter table payments
  add column charge_id text,
  add column charged_amount integer check (charged_amount >= 0),
  add column charged_currency text,
  add column dispute_id text,
  add column dispute_state text check (dispute_state in ('open', 'won', 'lost')),
  add column warned_at timestamptz;
create index payments_by_charge on payments (provider, charge_id) where charge_id is not null;

alter table provider_events
  add column topic text not null default 'payment' check (topic in ('payment', 'refund', 'dispute', 'warning', 'other')),
  add column payment_ref text,
  add column charge_ref text,
  add column dispute_ref text,
  add column dead_at timestamptz;
alter table provider_events alter column external_id drop not null;
alter table provider_events alter column topic drop default;
create index dead_provider_events on provider_events (dead_at) where dead_at is not null;

alter table refunds
  add column source text not null default 'ours' check (source in ('ours', 'external')),
  add column waits text check (waits in ('balance')),
  add column first_asked_at timestamptz;
create unique index refunds_by_external_id on refunds (payment_id, external_id) where external_id is not null;
create index refunds_to_decide on refunds (created_at) where status = 'manual';

alter table sandbox_sessions add column paid_at timestamptz;

create table ledger_entries (
  id bigint generated always as identity primary key,
  posting text not null,
  line integer not null,
  kind text not null,
  at timestamptz not null,
  account text not null check (account in ('guest', 'revenue', 'clearing', 'refund_due', 'credit', 'affiliate_due')),
  provider text check ((account = 'clearing') = (provider is not null)),
  amount integer not null check (amount <> 0),
  currency text not null references currency_rates,
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
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
