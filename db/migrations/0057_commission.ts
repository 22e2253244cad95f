import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// What partners earn (docs/decisions/113): lines are only added to, a statement binds those of a month, and once it is agreed
// nothing of it changes.
const statements = `
create table partner_statements (
  id uuid primary key default uuidv7(),
  partner_id uuid not null references partners (id),
  -- the month of the nights: 2026-11
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  number integer not null check (number >= 1),
  test boolean not null,
  state text not null default 'draft' check (state in ('draft', 'agreed', 'paid')),
  -- how many people counted in the month when it was closed: what the terms' tiers go by from then on
  counted integer not null check (counted >= 0),
  currency text not null default 'MXN',
  -- settled when it is agreed, in centavos: what the lines say, and the cash that the partner keeps for us
  commission integer,
  cash_kept integer,
  closed_at timestamptz not null,
  agreed_at timestamptz,
  agreed_by text check (agreed_by in ('partner', 'staff')),
  paid_at timestamptz,
  paid_by uuid references "user" (id) on delete set null,
  payment_reference text not null default '' check (length(payment_reference) <= 60),
  unique (partner_id, month, test),
  unique (month, number, test),
  constraint agreed_when_it_was check ((state = 'draft') = (agreed_at is null)),
  constraint paid_when_it_was check ((state = 'paid') = (paid_at is not null)),
  constraint agreed_on_figures check ((state = 'draft') or (commission is not null and cash_kept is not null))
);

create table commission_lines (
  id bigint generated always as identity primary key,
  partner_id uuid not null references partners (id),
  booking_id uuid not null references bookings (id),
  -- the month whose statement it is on, and the night's date
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  service_date date not null,
  kind text not null check (kind in ('accrued', 'reversed', 'tier', 'correction')),
  cause text not null check (length(cause) between 1 and 40),
  came integer not null,
  people integer not null,
  -- centavos; the sale is what the amount was reckoned from
  sale integer not null,
  amount integer not null check (amount <> 0),
  terms_id uuid references partner_terms (id),
  -- the rule as it was: kind, value, basis, version
  rule jsonb not null,
  note text not null default '' check (length(note) <= 300),
  test boolean not null,
  at timestamptz not null
);
create index commission_lines_by_booking on commission_lines (booking_id);
create index commission_lines_by_month on commission_lines (partner_id, month, test) include (amount, came);

create function refuse_change_of_commission() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then raise exception 'commission is only added to'; end if;
  if exists (select from partner_statements where partner_id = new.partner_id and month = new.month and test = new.test and state <> 'draft') then
    raise exception 'the statement of % is agreed', new.month;
  end if;
  return new;
end $$;
create trigger commission_is_append_only before insert or update or delete on commission_lines
  for each row execute function refuse_change_of_commission();

create function refuse_change_of_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'statements are kept'; end if;
  if old.state = 'draft' then return new; end if;
  if to_jsonb(new) - '{state,paid_at,paid_by,payment_reference}'::text[] is distinct from to_jsonb(old) - '{state,paid_at,paid_by,payment_reference}'::text[]
    or new.state = 'draft' or (old.state = 'paid' and to_jsonb(new) - 'paid_by' is distinct from to_jsonb(old) - 'paid_by')
  then raise exception 'statement % is agreed', old.id; end if;
  return new;
end $$;
create trigger agreed_statements_stay before update or delete on partner_statements for each row execute function refuse_change_of_statement();

create table closed_months (
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  test boolean not null,
  closed_at timestamptz not null,
  closed_by uuid references "user" (id) on delete set null,
  primary key (month, test)
);

-- what a partner asks about a booking on a statement
create table statement_questions (
  id uuid primary key default uuidv7(),
  statement_id uuid not null references partner_statements (id),
  booking_id uuid not null references bookings (id),
  question text not null check (length(question) between 1 and 500),
  asked_at timestamptz not null,
  answer text check (length(answer) between 1 and 500),
  answered_at timestamptz,
  answered_by uuid references "user" (id) on delete set null,
  constraint answered_when_it_was check ((answer is null) = (answered_at is null))
);
create index questions_by_statement on statement_questions (statement_id);
create index open_questions on statement_questions (asked_at) where answered_at is null;
create unique index one_open_question on statement_questions (statement_id, booking_id) where answered_at is null;

alter table ledger_entries drop constraint ledger_entries_account_check;
-- a superset of the one before: nothing has to be read for it
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('guest', 'revenue', 'clearing',
  'refund_due', 'credit', 'affiliate_due', 'commission', 'payout', 'till', 'office_cash', 'over_short', 'cash_rounding', 'paid_out')) not valid;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
