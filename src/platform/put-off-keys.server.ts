import pg from "pg";
import { RESTORING } from "#src/platform/migrate.server.ts";

// A restore loads rows into tables without indexes, keys and references, and creates those afterward, several in parallel. What
// was dropped is recorded in the schema `restoring`, in the transaction that drops it: a restore that was broken off puts it back
// before it begins again.

/**
 * What is made again, in this order. `index`: as soon as the rows of its table (`of`) are there; in a table in months those of each
 * month. `whole`: an index of a table in months, which takes theirs. `key`: takes its index. `reference`: a foreign key.
 */
type Step = "index" | "whole" | "key" | "reference";
export type Put = { step: Step; of: string; name: string; made: string };

/** How much memory each statement may sort in. */
const SORTED_IN = "128MB";

const NAMES = "('public'::regnamespace, 'graphile_worker'::regnamespace)";
const FOUND = `
  with keys as (
    select conrelid, conname, conindid, case contype when 'p' then 'primary key' else 'unique' end as kind from pg_constraint
    where contype in ('p', 'u') and not condeferrable and connamespace = 'public'::regnamespace
  ), indexes as (
    select x.*, i.relname::text as name, i.relkind, i.relispartition as inherited, coalesce((select inhparent from pg_inherits where inhrelid = x.indrelid), x.indrelid) as root
    from pg_index x join pg_class i on i.oid = x.indexrelid and i.relnamespace = 'public'::regnamespace
    join pg_class t on t.oid = x.indrelid and t.relname not like 'kysely%'
    where not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x')
      and (k.condeferrable or k.contype = 'x'))
  )
  select case x.relkind when 'I' then 'whole' else 'index' end as step, format('%I.%I', n.nspname, t.relname) as of,
    x.name, replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as made,
    case when x.inherited then null when k.conname is null then format('drop index %s', x.indexrelid::regclass) end as dropped
  from indexes x join pg_class t on t.oid = x.root join pg_namespace n on n.oid = t.relnamespace left join keys k on k.conindid = x.indexrelid
  union all
  select 'key', conrelid::regclass::text, conname, format('alter table %s add constraint %I %s using index %I', conrelid::regclass, conname, kind, conname),
    format('alter table %s drop constraint %I', conrelid::regclass, conname)
  from keys join indexes on indexrelid = conindid
  union all
  select 'reference', conrelid::regclass::text, conname, format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)),
    format('alter table %s drop constraint %I', conrelid::regclass, conname)
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in ${NAMES}`;

const ORDER = "array_position('{index,whole,key,reference}', step), of, name";
const PUT_OFF = `${RESTORING}.put_off`;

/** Puts back what a restore that was broken off has dropped, now that the tables are empty. In the caller's transaction. */
export async function putBack(client: pg.ClientBase): Promise<void> {
  const { rows: there } = await client.query(`select where to_regclass('${PUT_OFF}') is not null`);
  if (there.length === 0) return;
  const { rows } = await client.query<Put>(`select * from ${PUT_OFF} order by ${ORDER}`);
  for (const { step, of, name, made: definition } of rows) {
    if (step === "index" || step === "whole")
      await client.query(definition.replace(/ INDEX /, " INDEX IF NOT EXISTS "));
    else {
      const quoted = pg.escapeIdentifier(name);
      const is = `select from pg_constraint where conrelid = $1::regclass and conname = $2`;
      if (step === "reference") await client.query(`alter table ${of} drop constraint if exists ${quoted}`);
      if ((await client.query(is, [of, name])).rowCount === 0) await client.query(definition);
    }
  }
  await client.query(`drop table ${PUT_OFF}`);
}

/** Drops indexes, keys and references, and writes down how they are made. In the caller's transaction. */
export async function putOff(client: pg.ClientBase): Promise<Put[]> {
  await client.query(`create table ${PUT_OFF} as ${FOUND}`);
  const { rows } = await client.query<Put & { dropped: string | null }>(
    `select * from ${PUT_OFF} order by array_position('{reference,key,whole,index}', step), name`,
  );
  for (const { dropped } of rows) if (dropped) await client.query(dropped);
  return rows;
}

/** Makes keys and references of the indexes that are there, and compares all rows with what they refer to. */
export async function putOn(client: pg.ClientBase, put: readonly Put[], crew: Crew): Promise<void> {
  await client.query("begin");
  for (const step of ["whole", "key"]) for (const one of put) if (one.step === step) await client.query(one.made);
  const references = put.filter(({ step }) => step === "reference");
  // all are created before the first is checked, which takes long and allows those of other tables to be checked in parallel
  for (const { made: definition } of references)
    await client.query(isLoose(definition) ? definition : `${definition} not valid`);
  await client.query("commit");
  const strict = references.filter(({ made: definition }) => !isLoose(definition));
  for (const [of, keys] of Map.groupBy(strict, (one) => one.of))
    crew.add(
      `alter table ${of} ${keys.map(({ name }) => `validate constraint ${pg.escapeIdentifier(name)}`).join(", ")}`,
    );
  await crew.done();
}

const isLoose = (createdAt: string) => createdAt.endsWith(" NOT VALID");

/** Runs statements in parallel, in the order in which they are added, so many at a time. The first that fails ends all. */
export class Crew {
  readonly #waiting: string[] = [];
  readonly #idle: pg.Client[];
  readonly #all: readonly pg.Client[];
  #failed: Error | undefined;
  #told = Promise.withResolvers<void>();

  private constructor(clients: pg.Client[]) {
    this.#all = clients;
    this.#idle = [...clients];
  }

  /** On connections of their own. */
  static async gather(to: pg.ClientConfig, count: number): Promise<Crew> {
    const limits = `-c lock_timeout=0 -c statement_timeout=0 -c maintenance_work_mem=${SORTED_IN}`;
    const clients = Array.from({ length: count }, () => new pg.Client({ ...to, options: limits }));
    const crew = new Crew(clients);
    for (const client of clients) client.on("error", (error) => crew.#fail(error));
    await Promise.all(clients.map((client) => client.connect()));
    return crew;
  }

  add(statement: string): void {
    this.#waiting.push(statement);
    this.#next();
  }

  /** Throws what has failed so far. */
  check(): void {
    if (this.#failed) throw this.#failed;
  }

  /** Waits for all that was added; throws the first error. */
  async done(): Promise<void> {
    while (!this.#failed && (this.#waiting.length > 0 || this.#idle.length < this.#all.length))
      await this.#told.promise;
    this.check();
  }

  /** Ends the connections, and with them what still runs. */
  async leave(): Promise<void> {
    this.#fail(new Error("the restore has ended"));
    await Promise.allSettled(this.#all.map((client) => client.end()));
  }

  #fail(error: Error): void {
    this.#failed ??= error;
    this.#tell();
  }

  #tell(): void {
    this.#told.resolve();
    this.#told = Promise.withResolvers();
  }

  #next(): void {
    while (!this.#failed && this.#waiting.length > 0 && this.#idle.length > 0) {
      const [client, statement] = [this.#idle.shift()!, this.#waiting.shift()!];
      client.query(statement).then(
        () => {
          this.#idle.push(client);
          this.#next();
          this.#tell();
        },
        (error: Error) => this.#fail(error),
      );
    }
  }
}
