-- What partners earn (docs/decisions/113), and their receptions' devices (docs/decisions/114).

-- A statement binds the lines of a month; once it is agreed nothing of it changes.
create table partner_statements (
  id uuid primary key default uuidv7(),
  partner_id uuid not null references partners,
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
  paid_by uuid references "user" on delete set null,
  payment_reference text not null default '' check (length(payment_reference) <= 60),
  unique (partner_id, month, test),
  unique (month, number, test),
  constraint agreed_when_it_was check ((state = 'draft') = (agreed_at is null)),
  constraint paid_when_it_was check ((state = 'paid') = (paid_at is not null)),
  constraint agreed_on_figures check ((state = 'draft') or (commission is not null and cash_kept is not null))
);

create function refuse_change_of_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'statements are kept'; end if;
  if old.state = 'draft' then return new; end if;
  if to_jsonb(new) - '{state,paid_at,paid_by,payment_reference}'::text[] is distinct from to_jsonb(old) - '{state,paid_at,paid_by,payment_reference}'::text[]
    or new.state = 'draft' or (old.state = 'paid' and to_jsonb(new) - 'paid_by' is distinct from to_jsonb(old) - 'paid_by')
  then raise exception 'statement % is agreed', old.id; end if;
  return new;
end $$;

create trigger agreed_statements_stay before update or delete on partner_statements
  for each row execute function refuse_change_of_statement();

create table commission_lines (
  id bigint generated always as identity primary key,
  partner_id uuid not null references partners,
  booking_id uuid not null references bookings,
  -- the month whose statement it is on, and the night's date
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  service_date date not null,
  kind text not null check (kind in ('accrued', 'reversed', 'tier', 'correction')),
  cause text not null check (length(cause) between 1 and 40),
  came integer not null,
  people integer not null,
  -- centavos; the sale is what the amount was reckoned from
  sale integer not null,
  amount integer not null,
  terms_id uuid references partner_terms,
  -- the rule as it was: kind, value, basis, version
  rule jsonb not null,
  note text not null default '' check (length(note) <= 300),
  test boolean not null,
  at timestamptz not null,
  -- a line may also say that other people came, or that their sale was lowered, where neither moves money
  constraint commission_lines_moves_check check (amount <> 0 or came <> 0 or sale <> 0)
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

create table closed_months (
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  test boolean not null,
  closed_at timestamptz not null,
  closed_by uuid references "user" on delete set null,
  primary key (month, test)
);

-- Months that a job is closing, and who asked for it.
create table closing_months (
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  test boolean not null,
  asked_at timestamptz not null,
  asked_by uuid references "user" on delete set null,
  asked_from text not null,
  primary key (month, test)
);

-- What a partner asks about a booking on a statement.
create table statement_questions (
  id uuid primary key default uuidv7(),
  statement_id uuid not null references partner_statements,
  booking_id uuid not null references bookings,
  question text not null check (length(question) between 1 and 500),
  asked_at timestamptz not null,
  answer text check (length(answer) between 1 and 500),
  answered_at timestamptz,
  answered_by uuid references "user" on delete set null,
  constraint answered_when_it_was check ((answer is null) = (answered_at is null))
);
create index questions_by_statement on statement_questions (statement_id);
create index open_questions on statement_questions (asked_at) where answered_at is null;
create unique index one_open_question on statement_questions (statement_id, booking_id) where answered_at is null;

-- Phones and tablets at a partner's reception: bound once, opened by a PIN. Of secrets only hashes are kept.
create table desk_devices (
  id uuid primary key,
  partner_id uuid not null references partners,
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
  revoked_by uuid references "user" on delete set null,
  constraint bound_with_its_secrets check ((bound_at is null) = (token_hash is null) and (bound_at is null) = (pin_hash is null))
);
create index desk_devices_by_partner on desk_devices (partner_id);
create index desks_locked on desk_devices (locked_at) where locked_at is not null and revoked_at is null;

create table desk_sales (
  booking_id uuid primary key references bookings on delete cascade,
  sale_id uuid not null unique,
  device_id uuid not null references desk_devices,
  partner_id uuid not null references partners,
  way text not null check (way in ('cash', 'link')),
  -- centavos of cash that the partner keeps for us; settled with a statement
  cash integer not null default 0 check (cash >= 0),
  statement_id uuid references partner_statements,
  created_at timestamptz not null
);
create index desk_cash_unsettled on desk_sales (partner_id) where cash > 0 and statement_id is null;
create index desk_sales_by_device on desk_sales (device_id, created_at);
