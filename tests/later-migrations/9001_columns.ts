import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

/** Built beside the writing, so it is of a column that was there before. */
export const indexes: readonly BigIndex[] = [{ name: "bookings_by_country", on: "on bookings (country, id)" }];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table bookings add column price integer, add column is_active boolean not null default true`.execute(
    db,
  );
  await sql`alter table scheduled_crawls add column language text, add column title text`.execute(db);
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
