import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): they read the column under its former name. */
export const breaksBefore: string | null = "9004";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table instagram_posts rename column display_order to place`.execute(db);
};
