import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): they free the places of a share as those of any booking. */
export const breaksBefore: string | null = null;

// Places that a paid booking's friends may take until `deadline` (docs/decisions/211). `taken` of `places` belong to bookings; the
// departure counts the rest as taken too until `closed_at`. Nobody is named here: a table is its first booking's.
const TABLES = `
  create table friend_tables (
    id uuid primary key default uuidv7(),
    code text not null unique,
    booking_id uuid not null unique references bookings on delete cascade,
    departure_id uuid not null references scheduled_crawls on delete cascade,
    places integer not null check (places > 0),
    taken integer not null default 0 check (taken >= 0),
    deadline timestamptz not null,
    started_at timestamptz not null,
    reminded_at timestamptz,
    closed_at timestamptz,
    constraint never_more_than_places check (taken <= places)
  );
  create index open_friend_tables on friend_tables (departure_id) where closed_at is null;
  create index friend_tables_by_departure on friend_tables (departure_id);

  -- a booking whose places came from a table; gone when they go back
  create table friend_shares (
    booking_id uuid primary key references bookings on delete cascade,
    table_id uuid not null references friend_tables on delete cascade,
    people integer not null check (people > 0)
  );
  create index friend_shares_by_table on friend_shares (table_id);

  -- an unpaid one whose hold ends isn't free for everybody: its places go back to its table
  create view open_friend_shares as
    select s.booking_id from friend_shares s join friend_tables t on t.id = s.table_id where t.closed_at is null;

  -- how many places of a departure its open tables keep at a moment, beside those that a live or paid booking has of them
  create function table_places(departure uuid, at timestamptz) returns integer language sql stable as $$
    select coalesce(sum(t.places - t.taken + (select coalesce(sum(s.people), 0) from friend_shares s join bookings b on b.id = s.booking_id
      where s.table_id = t.id and b.status = 'pending' and b.hold_expires_at <= table_places.at)), 0)::integer
    from friend_tables t where t.departure_id = table_places.departure and t.closed_at is null
  $$;`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
};
