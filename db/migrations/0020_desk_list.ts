import { type Kysely, sql } from "kysely";

// Bookings that staff made by hand are few among very many: the list that is narrowed to them would walk through all the others.
const statements = `
create index bookings_of_desk on bookings (created_at, id) where source = 'admin';
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
