import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// That a party was there after all was read from who had said so, and went with their account. What the servers of the release
// before say meanwhile, who only note themselves, a trigger dates; it goes with the last of them.
const statements = `
alter table bookings add column was_there_at timestamptz;

create function date_presence() returns trigger language plpgsql as $$
begin
  new.was_there_at := coalesce(new.was_there_at, now());
  return new;
end $$;
create trigger bookings_date_presence before update of no_show_by on bookings for each row
  when (new.no_show_by is not null and new.no_show_at is null and new.was_there_at is null)
  execute function date_presence();

update bookings set was_there_at = now() where no_show_by is not null and no_show_at is null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
