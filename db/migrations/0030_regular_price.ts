import { type Kysely, sql } from "kysely";

/** Null: this migration only adds. */
export const breaksBefore: string | null = null;

// What a person would have paid without the night's sale when it was booked: the steps after it still say what was saved. Null where
// nothing was reduced, where the release before sold it, and after a change priced the booking anew. No check compares it with
// `unit_price`, which the release before changes alone.
const statements = `
alter table bookings add column regular_unit_price integer;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
