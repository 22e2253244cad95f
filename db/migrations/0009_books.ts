import { type Kysely, sql } from "kysely";

// Refunds that somebody else made, that a person made by hand or that are not made after all; disputes; and a proof that the books
// say what the bookings say. The books are opened with what happened before there were any.
const statements = `
alter table refunds
  add column taken_back integer not null default 0 check (taken_back >= 0),
  add column note text;
alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check
  check (status in ('requested', 'submitted', 'succeeded', 'failed', 'manual', 'dropped'));
alter table refunds drop constraint refunds_waits_check;
alter table refunds add constraint refunds_waits_check check (waits in ('balance', 'dispute'));

create function refuse_refund_step() returns trigger language plpgsql as $$ begin
  if not (case old.status
    when 'requested' then new.status in ('submitted', 'succeeded', 'failed', 'manual', 'dropped', 'credited')
    when 'submitted' then new.status in ('succeeded', 'failed', 'manual')
    when 'failed' then new.status in ('submitted', 'succeeded', 'manual', 'dropped', 'credited')
    when 'manual' then new.status in ('succeeded', 'failed', 'dropped', 'credited')
    when 'succeeded' then new.status = 'manual'
    else false end) then
    raise exception 'refund %: % does not become %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
create trigger refunds_go_step_by_step before update of status on refunds
  for each row when (old.status is distinct from new.status) execute function refuse_refund_step();

alter table booking_changes add column kept integer not null default 0 check (kept >= 0);

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

-- what was charged may be of a kind that is sold nowhere
alter table ledger_entries drop constraint ledger_entries_currency_fkey;
alter table ledger_entries add constraint ledger_entries_currency_check check (currency ~ '^[A-Z]{3}$');

create table ledger_proofs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  differences integer not null check (differences >= 0)
);
create table ledger_differences (
  key text primary key,
  booking_id uuid references bookings,
  account text not null,
  provider text,
  currency text not null,
  expected bigint not null,
  actual bigint not null,
  found_at timestamptz not null,
  told_at timestamptz,
  gone_at timestamptz
);
create index standing_ledger_differences on ledger_differences (found_at) where gone_at is null;
`;

// What was sold, paid and given back until now, as it would have been posted: the same keys, the same accounts. The amount that was
// really charged where it was wrong is known from the note that was made of it.
export const opening = `
update refunds set taken_back = amount
  where reason in ('customer', 'admin', 'departure_cancelled') and idempotency_key not like 'change:%';
update payments set dispute_state = 'open' where review_reason = 'dispute' and dispute_state is null;
update payments p set charged_amount = (noted.changes -> 'amount' ->> 'new')::integer,
    charged_currency = noted.changes -> 'currency' ->> 'new'
  from (select distinct on (subject_id) subject_id, changes from audit_log
    where action = 'payment.needs_review' and changes ? 'amount' order by subject_id, id desc) noted
  where p.charged_amount is null and p.review_reason in ('wrong_amount', 'wrong_currency')
    and noted.subject_id = p.booking_id::text;
update payments set charged_amount = amount, charged_currency = currency
  where charged_amount is null and status = 'succeeded';

create temporary table moved on commit drop as
  select 'booking:' || b.id || ':sold' as posting, 'sold' as kind, b.confirmed_at as at, 'guest' as debit, 'revenue' as credit,
    null as provider, b.total_price - coalesce((select sum(c.difference) from booking_changes c
      where c.booking_id = b.id and c.status = 'made'), 0) as amount,
    b.currency, b.id as booking_id, null::uuid as payment_id, null::uuid as refund_id, b.test
    from bookings b where b.confirmed_at is not null
  union all
  select 'change:' || c.id || case when c.difference > 0 then ':sold' else ':taken_back' end,
    case when c.difference > 0 then 'sold' else 'sale_taken_back' end, c.closed_at,
    case when c.difference > 0 then 'guest' else 'revenue' end, case when c.difference > 0 then 'revenue' else 'guest' end,
    null, abs(c.difference), c.currency, c.booking_id, null, null, b.test
    from booking_changes c join bookings b on b.id = c.booking_id where c.status = 'made'
  union all
  select 'payment:' || p.id || ':captured', 'captured', coalesce(p.settled_at, p.created_at), 'clearing', 'guest',
    p.provider, p.charged_amount, p.charged_currency, p.booking_id, p.id, null, p.mode = 'sandbox'
    from payments p where p.charged_amount is not null
  union all
  select 'refund:' || r.id || ':taken_back', 'sale_taken_back', r.created_at, 'revenue', 'guest',
    null, r.taken_back, r.currency, r.booking_id, r.payment_id, r.id, p.mode = 'sandbox'
    from refunds r join payments p on p.id = r.payment_id
  union all
  select 'refund:' || r.id || ':promised', 'refund_promised', r.created_at, 'guest', 'refund_due',
    null, r.amount, r.currency, r.booking_id, r.payment_id, r.id, p.mode = 'sandbox'
    from refunds r join payments p on p.id = r.payment_id
  union all
  select 'refund:' || r.id || ':' || r.attempts || ':refunded', 'refunded', r.updated_at, 'refund_due', 'clearing',
    p.provider, r.amount, r.currency, r.booking_id, r.payment_id, r.id, p.mode = 'sandbox'
    from refunds r join payments p on p.id = r.payment_id where r.status = 'succeeded';

insert into ledger_entries (posting, line, kind, at, account, provider, amount, currency, booking_id, payment_id, refund_id, test)
  select posting, line, kind, at, account, case when account = 'clearing' then provider end, sign * amount, currency,
    booking_id, payment_id, refund_id, test
  from moved cross join lateral (values (0, debit, 1), (1, credit, -1)) side (line, account, sign)
  where amount > 0
  order by at, posting, line;
-- balanced now, so that a later migration in the same transaction may change the table
set constraints postings_balance immediate;
set constraints postings_balance deferred;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
  await sql.raw(opening).execute(db);
};
