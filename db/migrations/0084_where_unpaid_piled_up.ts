import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// whose unpaid places an episode was about: those of the whole site, or of these nights (docs/decisions/131)
const statements = `
alter table hold_episodes
  add column everywhere boolean not null default false,
  add column departures text[] not null default '{}';
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
