import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// When a refund's money went, which dates it in the books: it stays what it is whatever is written about the refund later, and is
// gone when the money comes back. The trigger also speaks for the release before, which knows only `updated_at`; what was refunded
// before is dated by 0105.
const statements = `
alter table refunds add column succeeded_at timestamptz;

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

-- with which payout a company sent a payment to the bank, and the day on which it arrives there, as it says in the nights after
alter table payments add column payout_id text, add column payout_on date;

-- what leaves the office's cash, or comes into it, and what bars are paid (docs/decisions/151); undone by a counter-entry, never
-- deleted. A bar's is for the drinks of a month
create table office_moves (
  id uuid primary key,
  kind text not null check (kind in ('banked', 'drawn', 'bill', 'guides', 'partners', 'bar', 'bar_transfer', 'from_bank',
    'from_owner')),
  test boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount integer not null check (amount > 0),
  day date not null,
  note text not null default '' check (length(note) <= 200),
  receipt text not null default '' check (length(receipt) <= 60),
  bar_id uuid references bars (id),
  month text check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  user_id uuid references "user" (id) on delete set null,
  at timestamptz not null,
  booked_at timestamptz not null,
  undone_by uuid references "user" (id) on delete set null,
  undone_at timestamptz,
  check ((kind in ('bar', 'bar_transfer')) = (bar_id is not null and month is not null))
);
create index office_moves_by_time on office_moves (at desc, id desc);
create index office_moves_by_bar on office_moves (bar_id, month) where bar_id is not null;

alter table ledger_entries drop constraint ledger_entries_account_check;
-- a superset of the one before: nothing has to be read for it
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('guest', 'revenue', 'clearing',
  'refund_due', 'credit', 'affiliate_due', 'commission', 'payout', 'till', 'office_cash', 'over_short', 'cash_rounding', 'paid_out',
  'deferral', 'unearned', 'guide_pay', 'guide_paid', 'bank', 'drawings', 'bills', 'bar_drinks', 'bar_paid')) not valid;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
