import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

/** The time zone of the house (kernel/local-time.ts), by which months begin. */
const HOME = "America/Mexico_City";

// Visits and scans by month and code, of all months that had begun before `until` (docs/decisions/197). A visit is counted by the
// nightly job, so it writes nothing here. Only a row that comes, goes or changes behind the count sets `until` back, to where its
// month begins: a row that is half a day old when it is written, since the count stays a day behind.
const TABLES = `
  create table visit_months (
    month date not null,
    kind text not null check (kind in ('link', 'qr')),
    code text not null,
    -- of a link's visits: the printed code that led there
    qr_code_id text,
    visits integer not null,
    unique nulls not distinct (month, kind, code, qr_code_id)
  );
  create table visits_counted (
    only_row boolean primary key default true check (only_row),
    until date not null
  );
  insert into visits_counted (until) values ('-infinity');

  create function uncount_visits() returns trigger language plpgsql as $$
  declare
    day date := least(old.at, new.at) at time zone '${HOME}';
  begin
    -- locked first: a count that is under way may be about to raise it
    perform from visits_counted where only_row for update;
    update visits_counted set until = date_trunc('month', day)::date where until > day;
    return null;
  end $$;
  create function uncount_all_visits() returns trigger language plpgsql as $$ begin
    update visits_counted set until = '-infinity';
    return null;
  end $$;`;

const watch = (table: string, columns: string) => `
  create trigger late_visit_is_uncounted after insert on ${table} for each row
    when (new.at < now() - interval '12 hours') execute function uncount_visits();
  create trigger changed_visit_is_uncounted after delete or update of ${columns} on ${table} for each row
    execute function uncount_visits();
  create trigger emptied_visits_are_uncounted after truncate on ${table} execute function uncount_all_visits();`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await sql.raw(watch("affiliate_visits", "at, affiliate_code, qr_code_id")).execute(db);
  await sql.raw(watch("qr_scans", "at, qr_code_id")).execute(db);
};
