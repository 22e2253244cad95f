-- Cash of a night (docs/decisions/109) and of the office (docs/decisions/151), sales at the door and without a line
-- (docs/decisions/110).

-- What is in a till is only added to; once it is closed nothing of it changes, and the ledger has it.
create table tills (
  id uuid primary key,
  user_id uuid references "user" on delete set null,
  city_id text not null references cities,
  night date not null,
  test boolean not null,
  state text not null default 'open' check (state in ('open', 'counted', 'closed')),
  round integer not null default 1 check (round >= 1),
  opened_at timestamptz not null,
  counted_at timestamptz,
  counter_id uuid references "user" on delete set null,
  taker_id uuid references "user" on delete set null,
  closed_at timestamptz,
  looked_at timestamptz,
  looked_by uuid references "user" on delete set null,
  -- why one person closed it without another to take it over (docs/decisions/111)
  closed_alone text
   
    constraint closed_alone_has_its_reason check (closed_alone is null
    or state = 'closed' and taker_id is null and length(closed_alone) between 1 and 200),
  constraint counted_when_it_was check ((state = 'open') = (counted_at is null)),
  constraint closed_when_it_was check ((state = 'closed') = (closed_at is not null)),
  constraint nobody_takes_over_their_own check (taker_id <> user_id),
  constraint nobody_takes_over_what_they_counted check (taker_id <> counter_id)
);
create unique index one_till_at_a_time on tills (user_id) where state <> 'closed';
create index tills_by_night on tills (night, city_id);
create index tills_not_closed on tills (night) where state <> 'closed';

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

create table till_lines (
  id uuid primary key default uuidv7(),
  till_id uuid not null references tills on delete restrict,
  kind text not null check (kind in ('float', 'taking', 'refund', 'payout')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount integer not null check (amount > 0),
  due integer check (due > 0),
  payment_id uuid unique references payments,
  refund_id uuid unique references refunds,
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
  till_id uuid not null references tills on delete restrict,
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

-- Who made a sale at the door, how it is paid, and what was seen of the guests.
create table door_sales (
  booking_id uuid primary key references bookings on delete cascade,
  sale_id uuid not null unique,
  user_id uuid references "user" on delete set null,
  way text not null check (way in ('cash', 'link', 'offline')),
  let_in boolean not null,
  id_seen boolean not null,
  created_at timestamptz not null
);
create index door_sales_by_user on door_sales (user_id, created_at);

-- Places that a device may sell without a line: held for it until it gives them back or the night is over.
create table offline_places (
  id uuid primary key default uuidv7(),
  device_id uuid references door_devices on delete set null,
  departure_id uuid not null references scheduled_crawls on delete cascade,
  places integer not null check (places > 0),
  sold integer not null default 0 check (sold >= 0),
  granted_at timestamptz not null,
  returned_at timestamptz,
  prices jsonb not null default '{}',
  -- somebody has put the places back on sale: the phone gets none for that night until somebody asks for them on it
  released_at timestamptz,
  constraint never_more_than_granted check (sold <= places)
);
create unique index one_reserve_of_a_device on offline_places (device_id, departure_id) where returned_at is null;
create index reserves_of_a_departure on offline_places (departure_id) where returned_at is null;

-- Sales that a phone made without a line and that were refused for good: money without a booking, until somebody has settled
-- it. What couldn't be read of one is null. No guest is named.
create table refused_sales (
  sale_id uuid primary key,
  device_id uuid references door_devices on delete set null,
  user_id uuid references "user" on delete set null,
  departure_id uuid references scheduled_crawls on delete set null,
  people integer check (people > 0),
  amount bigint check (amount > 0),
  currency text,
  sold_at timestamptz not null,
  received_at timestamptz not null,
  reason text not null check (reason <> ''),
  settled_at timestamptz,
  settled_by uuid references "user" on delete set null
);
create index refused_sales_open on refused_sales (received_at) where settled_at is null;
create index refused_sales_by_device on refused_sales (device_id);
create index refused_sales_by_user on refused_sales (user_id);
create index refused_sales_by_departure on refused_sales (departure_id);
create index refused_sales_by_settler on refused_sales (settled_by) where settled_by is not null;

-- What leaves the office's cash or comes into it, and what bars are paid; undone by a counter-entry, never deleted. A bar's is
-- for the drinks of a month.
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
  bar_id uuid references bars,
  month text check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  user_id uuid references "user" on delete set null,
  at timestamptz not null,
  booked_at timestamptz not null,
  undone_by uuid references "user" on delete set null,
  undone_at timestamptz,
  check ((kind in ('bar', 'bar_transfer')) = (bar_id is not null and month is not null))
);
create index office_moves_by_time on office_moves (at desc, id desc);
create index office_moves_by_bar on office_moves (bar_id, month) where bar_id is not null;
