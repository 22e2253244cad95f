import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only allows more. */
export const breaksBefore: string | null = null;

// a line may also say that other people came, or that their sale was lowered, where neither moves money (docs/decisions/113); it is
// the weaker of the two, so that no row needs to be looked at
const statements = `
alter table commission_lines drop constraint commission_lines_amount_check;
alter table commission_lines add constraint commission_lines_moves_check check (amount <> 0 or came <> 0 or sale <> 0) not valid;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
