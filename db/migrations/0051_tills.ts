import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Cash of a night: tills with what goes in and out, their counts, and sales at the door (docs/decisions/109). What is in a till is
// only added to; once it is closed nothing of it changes, and the ledger has it.
const statements = `
create table tills (
  id uuid primary key,
  user_id uuid references "user" (id) on delete set null,
  city_id text not null references cities (id),
  night date not null,
  test boolean not null,
  state text not null default 'open' check (state in ('open', 'counted', 'closed')),
  round integer not null default 1 check (round >= 1),
  opened_at timestamptz not null,
  counted_at timestamptz,
  counter_id uuid references "user" (id) on delete set null,
  taker_id uuid references "user" (id) on delete set null,
  closed_at timestamptz,
  looked_at timestamptz,
  looked_by uuid references "user" (id) on delete set null,
  constraint counted_when_it_was check ((state = 'open') = (counted_at is null)),
  constraint closed_when_it_was check ((state = 'closed') = (closed_at is not null)),
  constraint nobody_takes_over_their_own check (taker_id <> user_id),
  constraint nobody_takes_over_what_they_counted check (taker_id <> counter_id)
);
create unique index one_till_at_a_time on tills (user_id) where state <> 'closed';
create index tills_by_night on tills (night, city_id);
create index tills_not_closed on tills (night) where state <> 'closed';

create table till_lines (
  id uuid primary key default uuidv7(),
  till_id uuid not null references tills (id) on delete restrict,
  kind text not null check (kind in ('float', 'taking', 'refund', 'payout')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount integer not null check (amount > 0),
  due integer check (due > 0),
  payment_id uuid unique references payments (id),
  refund_id uuid unique references refunds (id),
  reason text not null default '' check (length(reason) <= 200),
  at timestamptz not null,
  constraint taking_has_its_payment check ((kind = 'taking') = (payment_id is not null)),
  constraint refund_has_its_own check ((kind = 'refund') = (refund_id is not null)),
  constraint due_of_what_became_coins check ((kind in ('taking', 'refund')) = (due is not null)),
  constraint payout_has_its_reason check (kind <> 'payout' or reason <> '')
);
create index till_lines_by_till on till_lines (till_id);
create unique index one_float on till_lines (till_id, currency) where kind = 'float';

create table till_counts (
  till_id uuid not null references tills (id) on delete restrict,
  round integer not null check (round >= 1),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expected integer not null,
  counted integer not null check (counted >= 0),
  reason text not null default '' check (length(reason) <= 200),
  at timestamptz not null,
  primary key (till_id, round, currency),
  constraint difference_has_its_reason check (expected = counted or reason <> '')
);
create index till_differences on till_counts (till_id) where expected <> counted;

create function refuse_till_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'tills are kept'; end if;
  -- an account may be deleted, and a difference looked at: the rest stays
  if old.state = 'closed' and to_jsonb(new) - '{user_id,taker_id,counter_id,looked_at,looked_by}'::text[]
      is distinct from to_jsonb(old) - '{user_id,taker_id,counter_id,looked_at,looked_by}'::text[]
    or old.state = 'closed' and (new.user_id is not null and new.user_id is distinct from old.user_id
      or new.taker_id is not null and new.taker_id is distinct from old.taker_id
      or new.counter_id is not null and new.counter_id is distinct from old.counter_id)
  then raise exception 'till % is closed', old.id; end if;
  return new;
end $$;
create trigger closed_tills_stay before update or delete on tills for each row execute function refuse_till_change();

create function refuse_till_line_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then raise exception '% is append-only', tg_table_name; end if;
  if not exists (select from tills where id = new.till_id and state = 'open') then
    raise exception 'till % is not open', new.till_id;
  end if;
  return new;
end $$;
create trigger till_lines_are_append_only before insert or update or delete on till_lines
  for each row execute function refuse_till_line_change();
create trigger till_counts_are_append_only before insert or update or delete on till_counts
  for each row execute function refuse_till_line_change();

-- a sale at the door: who made it, how it is paid, and what was seen of the guests
create table door_sales (
  booking_id uuid primary key references bookings (id) on delete cascade,
  sale_id uuid not null unique,
  user_id uuid references "user" (id) on delete set null,
  way text not null check (way in ('cash', 'link', 'offline')),
  let_in boolean not null,
  id_seen boolean not null,
  created_at timestamptz not null
);
create index door_sales_by_user on door_sales (user_id, created_at);

alter table ledger_entries drop constraint ledger_entries_account_check;
-- a superset of the one before: nothing has to be read for it
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('guest', 'revenue', 'clearing',
  'refund_due', 'credit', 'affiliate_due', 'till', 'office_cash', 'over_short', 'cash_rounding', 'paid_out')) not valid;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
