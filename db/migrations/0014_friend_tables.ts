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
  create index friend_shares_by_table on friend_shares (table_id);`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
};
