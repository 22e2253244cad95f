import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// a link that signs in stands for an address, not for an account (docs/decisions/172): it ends with the account's other grants
const statements = `
create function forget_sign_in_links(account uuid) returns void language sql as $$
  delete from verification
  where starts_with(value, (select '{"email":' || to_json(lower(u.email))::text || ',' from "user" u where u.id = account));
$$;
create function forget_grants(account uuid) returns void language sql as $$
  delete from verification where value = account::text;
  select forget_sign_in_links(account);
$$;
create or replace function end_with_password() returns trigger language plpgsql as $$
begin
  delete from session where user_id = new.user_id;
  perform forget_grants(new.user_id);
  return null;
end $$;
create function end_links_with_password() returns trigger language plpgsql as $$
begin
  perform forget_sign_in_links(new.user_id);
  return null;
end $$;
create trigger account_password_chosen after insert on account for each row
  when (new.password is not null) execute function end_links_with_password();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
