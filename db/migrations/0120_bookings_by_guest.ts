import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// The bookings that a browser made without an account: the checkout fills in who booked last.
export const indexes: readonly BigIndex[] = [
  { name: "bookings_by_guest", on: "on bookings (browser, created_at) where browser is not null and user_id is null" },
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
