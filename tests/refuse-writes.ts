import type { TestDatabase } from "#tests/database.ts";

/**
 * Has the database refuse every new or changed row of a table for which a condition on `new` holds, as a bug or a broken row would,
 * while `act` runs. What was refused is possible again afterwards.
 */
export async function refusing(
  { services: { pool } }: Pick<TestDatabase, "services">,
  table: string,
  condition: string,
  act: () => Promise<unknown>,
): Promise<void> {
  await pool.query(`create or replace function refuse_write() returns trigger language plpgsql as $$
    begin raise exception 'a row that nothing can be done with'; end $$`);
  await pool.query(`create trigger refuse_write before insert or update on ${table} for each row
    when (${condition}) execute function refuse_write()`);
  try {
    await act();
  } finally {
    await pool.query(`drop trigger refuse_write on ${table}`);
  }
}
