import { type Kysely, sql } from "kysely";

/**
 * What this means to older releases (platform/migration-plan.ts): nothing. They offer an add-on of one date on every date: one is written once all
 * servers run this release.
 */
export const breaksBefore: string | null = null;

// The local date of the only nights with which an add-on is offered (docs/decisions/213); null: with any.
const ONLY_ON = "alter table add_ons add column only_on date";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ONLY_ON).execute(db);
}
