import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// What an account's old password has opened ends in the statement that stores the new one: sessions, and what may still become one
// (challenges of a second factor, emailed links). A sign-in that is under way looks again afterwards (identity/sign-in.server.ts).
const statements = `
create function end_with_password() returns trigger language plpgsql as $$
begin
  delete from session where user_id = new.user_id;
  delete from verification where value = new.user_id::text;
  return null;
end $$;
create trigger account_password_changed after update of password on account
  for each row when (old.password is distinct from new.password) execute function end_with_password();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
