import { type Kysely, sql } from "kysely";

/** Null: this migration only adds. */
export const breaksBefore: string | null = null;

// The list of all payments and refunds is read from its newest entry on.
const statements = `
create index payments_by_time on payments (created_at desc, id desc);
create index refunds_by_time on refunds (created_at desc, id desc);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
