import { type Kysely, sql } from "kysely";

/** Null: this migration only adds. */
export const breaksBefore: string | null = null;

// How often a payment's approved money was asked for: each try to capture has a number of its own, or the company repeats its first
// answer when the payer has chosen another card. Calls at the same time share it until `capture_until`.
const statements = `
alter table payments
  add column capture_tries integer not null default 0,
  add column capture_until timestamptz;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
