import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// When an email's last bytes were handed to the mail server: written before they are, so that a try that was broken off after it
// isn't repeated. The emails in a row that a server put off, each for its own reason (docs/decisions/124). And the word of 0036 on
// older releases, which was wrong: it added cities.is_active, which their statements on pub_crawls.is_active can't tell apart.
const statements = `
alter table emails add column handed_at timestamptz;
alter table mail_outage add column put_off uuid[] not null default '{}';
update migration_marks set breaks_before = '0036' where migration = '0036_cities_by_staff';
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
