import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): the tables keep their names and columns. */
export const breaksBefore: string | null = null;

// Each table of 0081 becomes the first partition (<table>_before) of one that has its name, columns, checks, indexes, triggers and
// numbers; no row is moved and none is read. <table>_later takes whatever comes after the months there are, and is the model of
// those that a job makes (platform/keep-months.server.ts). Unique keys can't span partitions without their time: each partition
// has its own, which says the same, because ids come from one sequence and no hour lies in two months.
const statements = `
do $$
declare
  name text;
  before text;
  later text;
  until text;
  last bigint;
  used boolean;
  made text;
  again text[];
begin
  foreach name in array '{access_log,affiliate_choices,affiliate_visits,audit_log,qr_scans}'::text[] loop
    before := name || '_before';
    later := name || '_later';
    execute format('lock table %I in access exclusive mode', name);
    until := (select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
      where conrelid = name::regclass and conname = 'first_months');
    execute format('select last_value, is_called from %I', name || '_id_seq') into last, used;

    again := array(select indexdef from pg_indexes i join pg_index x on x.indexrelid = i.indexname::regclass
        where tablename = name and not indisunique)
      || array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = name::regclass and not tgisinternal);
    for made in select indexname from pg_indexes where tablename = name loop
      execute format('alter index %I rename to %I', made, before || substr(made, length(name) + 1));
    end loop;
    for made in select tgname from pg_trigger where tgrelid = name::regclass and not tgisinternal loop
      execute format('drop trigger %I on %I', made, name);
    end loop;

    execute format('alter table %I rename to %I', name, before);
    execute format('alter table %I alter id drop identity', before);
    execute format('create table %I (like %I including defaults including constraints) partition by range (at)', name, before);
    execute format('alter table %I drop constraint first_months', name);
    execute format('alter table %I alter id add generated always as identity', name);
    perform setval(format('%I', name || '_id_seq')::regclass, last, used);
    foreach made in array again loop execute made; end loop;

    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, before, until);
    execute format('alter table %I drop constraint first_months', before);
    execute format('create table %I (like %I including defaults including constraints including indexes)', later, before);
    execute format('alter table %I attach partition %I for values from (%L) to (maxvalue)', name, later, until);
  end loop;
end $$;

-- its other trigger guards the whole; this one also each month, when it is named by itself
create trigger audit_log_rows_stay before update or delete on audit_log for each row execute function refuse_change();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
