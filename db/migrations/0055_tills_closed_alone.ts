import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Why one person closed a till without another to take it over (docs/decisions/111); null where two did. It stays once it is closed.
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table tills add column closed_alone text
    constraint closed_alone_has_its_reason check (closed_alone is null
      or state = 'closed' and taker_id is null and length(closed_alone) between 1 and 200)`.execute(db);
};
