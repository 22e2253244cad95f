import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// How many confirmed bookings stand under a version of the terms or of the privacy policy. A migration of their own: they are built
// before it, and the columns have to be there.
export const indexes: readonly BigIndex[] = [
  {
    name: "bookings_by_terms",
    on: "on bookings (terms_version) where status = 'confirmed' and terms_version is not null",
  },
  {
    name: "bookings_by_privacy",
    on: "on bookings (privacy_version) where status = 'confirmed' and privacy_version is not null",
  },
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
