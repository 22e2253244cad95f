import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Bookings by the six characters of their reference: what stands before them is the operator's, and may have changed.
export const indexes: readonly BigIndex[] = [{ name: "bookings_by_code", on: `on bookings ("right"(reference, 6))` }];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
