import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// The first of three steps to logs in months (docs/decisions/130), each in its own transaction. What these tables have, and get until
// the month after next begins, will be their first partition. 0082 proves it beside the writing, 0083 attaches it and drops the
// promise, so that it is never refused anything: more than a month lies between.
const statements = `
do $$
declare
  name text;
  until timestamptz := (date_trunc('month', now() at time zone 'America/Mexico_City') + interval '2 months') at time zone 'America/Mexico_City';
begin
  foreach name in array '{access_log,affiliate_choices,affiliate_visits,audit_log,qr_scans}'::text[] loop
    execute format('alter table %I add constraint first_months check (at < %L) not valid', name, until);
  end loop;
end $$;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
