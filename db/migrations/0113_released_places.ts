import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// somebody has put a phone's places back on sale: it gets none for that night until somebody asks for them on it (docs/decisions/110)
const statements = `
alter table offline_places add column released_at timestamptz;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
