import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Places that a device may sell without a line: held for it until it gives them back or the night is over (docs/decisions/110).
// An older release knows none, and counts them as taken: the departure's counter has them already.
const statements = `
create table offline_places (
  id uuid primary key default uuidv7(),
  device_id uuid references door_devices (id) on delete set null,
  departure_id uuid not null references scheduled_crawls (id) on delete cascade,
  places integer not null check (places > 0),
  sold integer not null default 0 check (sold >= 0),
  granted_at timestamptz not null,
  returned_at timestamptz,
  prices jsonb not null default '{}',
  constraint never_more_than_granted check (sold <= places)
);
create unique index one_reserve_of_a_device on offline_places (device_id, departure_id) where returned_at is null;
create index reserves_of_a_departure on offline_places (departure_id) where returned_at is null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
