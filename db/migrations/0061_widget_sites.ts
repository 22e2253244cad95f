import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// sites that staff have seen a partner's widget on and don't want to be told of again
const statements = `alter table partners add column widget_ignored text[] not null default '{}'`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
