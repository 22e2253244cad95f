import { type Kysely, sql } from "kysely";

// A capture that a card refused is asked anew once the payer has chosen another: under a name of its own, or the company repeats
// its first answer. How often a payment was refused makes the name.
const statements = `
alter table payments add column declines int not null default 0;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
