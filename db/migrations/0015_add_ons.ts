import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

/*
 * What is sold beside places (docs/decisions/213): a shirt, a late meal, priority entry, transport. How many are left isn't stored:
 * it is the stock less what bookings have that keep their places, counted under a lock of the add-on.
 */
const TABLES = [
  `create table add_ons (
    id uuid primary key,
    name text not null check (length(name) between 1 and 80),
    name_es text check (length(name_es) between 1 and 80),
    description text not null default '' check (length(description) <= 300),
    description_es text check (length(description_es) between 1 and 300),
    picture text check (picture ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$'),
    -- where it is offered; neither: with every crawl
    city_id text references cities,
    crawl_id uuid references pub_crawls,
    price integer not null check (price between 1 and 100000000),
    currency text not null,
    -- set per currency, in minor units; the others are converted
    prices jsonb not null default '{}',
    -- how many a booking may have; null: one for each person
    most integer check (most between 1 and 50),
    -- null: as many as are wanted
    stock integer check (stock between 0 and 1000000),
    -- whether each night has that many, or all nights together
    stock_per_night boolean not null default true,
    is_active boolean not null default true,
    position integer not null default 0,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    constraint add_ons_scope_check check (city_id is null or crawl_id is null)
  )`,
  `create index add_ons_city on add_ons (city_id) where city_id is not null`,
  `create index add_ons_crawl on add_ons (crawl_id) where crawl_id is not null`,
  `create trigger pictures_are_held after insert or update of picture on add_ons for each row execute function hold_pictures()`,
  `create table booking_add_ons (
    booking_id uuid not null references bookings on delete cascade,
    add_on_id uuid not null references add_ons,
    quantity integer not null check (quantity between 1 and 1000),
    -- what all of them cost together, in minor units of the booking's currency
    amount integer not null check (amount >= 0),
    -- one for each person at most, when it was bought: who leaves gives theirs back
    per_person boolean not null,
    primary key (booking_id, add_on_id)
  )`,
  `create index booking_add_ons_add_on on booking_add_ons (add_on_id)`,
  `create table add_on_uses (
    id uuid primary key,
    booking_id uuid not null,
    add_on_id uuid not null,
    departure_id uuid not null references scheduled_crawls on delete cascade,
    user_id uuid references "user" on delete set null,
    -- by the clock of the phone, put right
    device_at timestamptz,
    at timestamptz not null,
    undone_at timestamptz,
    -- the tap that took it back: sent again it counts once
    undo_id uuid unique,
    constraint add_on_uses_undo_check check (num_nulls(undone_at, undo_id) in (0, 2)),
    foreign key (booking_id, add_on_id) references booking_add_ons on delete cascade
  )`,
  `create index add_on_uses_booking on add_on_uses (booking_id, add_on_id)`,
  `create index add_on_uses_departure on add_on_uses (departure_id)`,
  `create index add_on_uses_user on add_on_uses (user_id) where user_id is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of TABLES) await sql.raw(text).execute(db);
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('picture_uses'::regproc) as text`.execute(db);
  const uses = rows[0]!.text.replace(
    "  union all select n, 'guide',",
    "  union all select n, 'add_on', a.id::text, null, a.name, a.name_es from add_ons a, pictures_in(a.picture) n\n  union all select n, 'guide',",
  );
  await sql.raw(uses).execute(db);
};
