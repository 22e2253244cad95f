import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// How far the check of the ledger is. Bookings are checked from the greatest id to the smallest; `before`: the next ones have smaller ids.
// The first round begins here, so that it is known for how long there has been none.
const statements = `
create table ledger_rounds (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  before uuid,
  ended_at timestamptz
);
create unique index one_open_ledger_round on ledger_rounds ((ended_at is null)) where ended_at is null;
insert into ledger_rounds (began_at) values (now());
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
