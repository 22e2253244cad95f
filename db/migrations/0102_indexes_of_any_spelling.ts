import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Bookings by what they are found by (0101), and in the order of names. A name's place in the order is among the first letters, as an
// entry of such an index has an end. The third is what is still to be filled in.
const WORDS = "coalesce(found_by, search_text)";
export const indexes: readonly BigIndex[] = [
  { name: "bookings_by_found", on: `on bookings using gin ((${WORDS}) gin_trgm_ops)` },
  { name: "bookings_in_order", on: `on bookings (left(${WORDS}, 160), id)` },
  { name: "bookings_without_words", on: "on bookings (id) where found_by is null" },
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
