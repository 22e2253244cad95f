import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Sales that a phone made without a line and that were refused for good: money without a booking, until somebody has settled it
// (docs/decisions/110). What couldn't be read of one is null. No guest is named.
const statements = `
create table refused_sales (
  sale_id uuid primary key,
  device_id uuid references door_devices (id) on delete set null,
  user_id uuid references "user" (id) on delete set null,
  departure_id uuid references scheduled_crawls (id) on delete set null,
  people integer check (people > 0),
  amount bigint check (amount > 0),
  currency text,
  sold_at timestamptz not null,
  received_at timestamptz not null,
  reason text not null check (reason <> ''),
  settled_at timestamptz,
  settled_by uuid references "user" (id) on delete set null
);
create index refused_sales_open on refused_sales (received_at) where settled_at is null;
create index refused_sales_by_device on refused_sales (device_id);
create index refused_sales_by_user on refused_sales (user_id);
create index refused_sales_by_departure on refused_sales (departure_id);
create index refused_sales_by_settler on refused_sales (settled_by) where settled_by is not null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
