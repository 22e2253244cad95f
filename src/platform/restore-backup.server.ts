import { createHash, type Hash } from "node:crypto";
import { availableParallelism } from "node:os";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import { type Extract, extract } from "tar-stream";
import {
  BadBackup,
  type BackupHeader,
  type BackupManifest,
  HEADER,
  MANIFEST,
} from "#src/platform/backup-format.server.ts";
import { migrateSchema, RESTORING } from "#src/platform/migrate.server.ts";
import { Crew, type Put, putBack, putOff, putOn } from "#src/platform/put-off-keys.server.ts";
import type { Storage } from "#src/platform/stored-file.server.ts";
import { isUnreachable } from "#src/platform/transaction.server.ts";

/** How many indexes are built in parallel by default: the database is often on this machine. */
const JOBS = Math.min(8, availableParallelism());

/** `leftOut`: tables in the backup that the release's migrations don't make. */
export type Restored = { header: BackupHeader; manifest: BackupManifest; leftOut: string[] };

/**
 * Fills an empty database and the store from a backup's tar stream, in constant memory. Indexes are built over so many
 * connections in parallel, each as soon as its table has its rows. Nobody may use the database until counts and checksums were
 * compared and all references hold (the schema `restoring`); what was broken off before can be tried again. The caller holds the
 * start lock. Throws BadBackup when the database isn't empty, or the backup isn't whole, is of a release that this one doesn't
 * know, or has rows that the schema doesn't take. Somebody else's tables are left out: without their makers nothing is known of
 * them.
 */
export async function restoreBackup(tar: Readable, pool: pg.Pool, storage: Storage, jobs = JOBS): Promise<Restored> {
  const client = await pool.connect();
  let [crew, loading, unread]: [Crew?, Loading?, BadBackup?] = [];
  try {
    crew = await Crew.gather(pool.options, jobs);
    const files = extract();
    // last before they are read: an entry that nobody waits for is lost
    void feed(tar, files).catch((error: Error) => {
      unread = new BadBackup(`the backup can't be read: ${error.message}`);
      files.destroy(unread);
    });
    for await (const entry of files) {
      const [kind, ...rest] = entry.header.name.split("/");
      const body = entry as unknown as Readable;
      if (kind === HEADER) loading = await begin(client, { pool, crew, header: await json(body) });
      else if (!loading) throw new BadBackup("this is no backup: it doesn't begin with backup.json");
      else if (kind === "tables") await loadPart(client, loading, rest[0]!, body);
      else if (kind === "pictures") await loadPicture(client, loading, storage, rest[0]!, body);
      else if (kind === MANIFEST) loading.manifest = await json<BackupManifest>(body);
    }
    if (!loading?.manifest) throw new BadBackup("the backup is not whole: it ends early");
    await endTable(client, loading);
    compare(loading, loading.manifest);
    await finish(client, loading);
    return { header: loading.header, manifest: loading.manifest, leftOut: [...loading.leftOut] };
  } catch (error) {
    if (error instanceof pg.DatabaseError && !isUnreachable(error))
      throw new BadBackup(`the backup doesn't fit: ${error.message}`, { cause: error });
    throw unread ?? error; // a reader of a destroyed stream learns only that it was destroyed
  } finally {
    await crew?.leave();
    client.release(true); // closes it, which rolls back and also ends a COPY that is broken off
  }
}

async function feed(tar: Readable, files: Extract): Promise<void> {
  for await (const chunk of tar as AsyncIterable<Buffer>) if (!files.write(chunk)) await once(files, "drain");
  files.end(undefined);
}

type Loading = {
  header: BackupHeader;
  /** Those of the backup's tables that are there. */
  known: ReadonlySet<string>;
  crew: Crew;
  /** What the tables still lack. */
  put: Put[];
  leftOut: Set<string>;
  manifest?: BackupManifest;
  /** The table whose rows are being loaded. */
  open?: { name: string; rows: CopyStreamQuery; hash: Hash };
  seen: BackupManifest["tables"];
  pictures: { count: number; hash: Hash };
};

async function json<T>(body: Readable): Promise<T> {
  return JSON.parse((await buffer(body)).toString()) as T;
}

type Beginning = { pool: pg.Pool; crew: Crew; header: BackupHeader };

/** Makes the schema of the backup, and room in it: no rows, no triggers, no indexes, no references. */
async function begin(client: pg.PoolClient, { pool, crew, header }: Beginning): Promise<Loading> {
  if (header.format !== "ronda-backup-1")
    throw new BadBackup("the backup is of a format that this release doesn't know");
  await refuseOthers(client);
  // left there when the restore is broken off, and what allows the next one
  await client.query(`create schema if not exists ${RESTORING}`);
  // the last statement of a restore that was killed goes on to its end
  await client.query("set lock_timeout = 0");
  await client.query("begin");
  await empty(client, await tablesOf(client, header));
  await putBack(client);
  await client.query("commit");
  await migrateSchema(pool, { upTo: header.migrations.at(-1) ?? "", quiet: true });
  await refuseStrangers(client, header);
  await client.query("begin");
  const tables = await tablesOf(client, header);
  await empty(client, tables);
  const put = await putOff(client);
  await client.query("commit");
  const leftOut = new Set(header.tables.map(({ name }) => name).filter((name) => !tables.has(name)));
  return { header, known: tables, leftOut, crew, put, seen: {}, pictures: { count: 0, hash: createHash("sha256") } };
}

/** Empties tables and switches off what would refuse that, or notice rows. */
async function empty(client: pg.PoolClient, tables: ReadonlySet<string>): Promise<void> {
  for (const name of tables) await client.query(`alter table ${name} disable trigger user`);
  if (tables.size > 0) await client.query(`truncate ${[...tables].join(", ")} cascade`);
}

async function refuseOthers(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select exists (select from pg_tables where schemaname in ('public', 'graphile_worker'))
      and to_regnamespace('${RESTORING}') is null as taken`,
  );
  if (rows[0]?.taken) throw new BadBackup("the database is not empty: restore into a new one");
}

async function refuseStrangers(client: pg.PoolClient, header: BackupHeader): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  const worker = await client.query<{ id: number }>("select max(id)::int as id from graphile_worker.migrations");
  const same = rows.map(({ name }) => name).join() === header.migrations.join();
  if (!same || worker.rows[0]?.id !== header.worker_migration)
    throw new BadBackup(`the backup is of release ${header.release}: restore it with that one, then update`);
}

/** The tables of a backup that are there. */
async function tablesOf(client: pg.PoolClient, { tables }: BackupHeader): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regclass(name) is not null",
    [tables.map(({ name }) => name)],
  );
  return new Set(rows.map(({ name }) => name));
}

async function loadPart(client: pg.PoolClient, loading: Loading, name: string, body: Readable): Promise<void> {
  if (loading.leftOut.has(name)) return void (await buffer(body));
  if (loading.open?.name !== name) {
    await endTable(client, loading);
    const table = loading.header.tables.find((one) => one.name === name);
    if (!table) throw new BadBackup(`the backup has rows of ${name}, which it doesn't describe`);
    const rows = client.query(copyFrom(`copy ${name} (${table.columns.join(", ")}) from stdin`));
    rows.on("error", () => {}); // reported where it is awaited
    loading.open = { name, rows, hash: createHash("sha256") };
  }
  const { rows, hash } = loading.open;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (rows.errored) throw rows.errored;
    if (!rows.write(chunk)) await once(rows, "drain");
  }
}

async function endTable(_: pg.PoolClient, loading: Loading): Promise<void> {
  if (!loading.open) return;
  const { name, rows, hash } = loading.open;
  delete loading.open;
  rows.end();
  await once(rows, "finish");
  loading.seen[name] = { rows: rows.rowCount ?? 0, sha256: hash.digest("hex") };
  loading.crew.check();
  makeIndexes(loading, name);
}

/** Has the indexes made of a table whose rows are there, or of all that are left. */
function makeIndexes({ crew, put }: Loading, table?: string): void {
  for (const one of put.filter(({ step, of }) => step === "index" && of === (table ?? of))) {
    put.splice(put.indexOf(one), 1);
    crew.add(one.made);
  }
}

async function loadPicture(client: pg.PoolClient, loading: Loading, storage: Storage, name: string, body: Readable) {
  await endTable(client, loading);
  const bytes = await buffer(body);
  await storage.keep([{ name, bytes }]);
  const stored = await storage.read(name);
  loading.pictures.hash.update(stored ? await buffer(stored.body) : "");
  loading.pictures.count++;
}

function compare({ seen: progress, pictures, leftOut }: Loading, manifest: BackupManifest): void {
  for (const [name, { rows, sha256 }] of Object.entries(manifest.tables)) {
    if (leftOut.has(name)) continue;
    const loaded = progress[name] ?? { rows: 0, sha256: createHash("sha256").digest("hex") };
    if (loaded.rows !== rows || loaded.sha256 !== sha256)
      throw new BadBackup(`${name} differs from the manifest: ${loaded.rows} rows instead of ${rows}`);
  }
  if (pictures.count !== manifest.pictures.count || pictures.hash.digest("hex") !== manifest.pictures.sha256)
    throw new BadBackup(`the pictures differ from the manifest: ${pictures.count} of ${manifest.pictures.count}`);
}

/** Puts indexes, keys, triggers and sequences back, and frees the jobs of workers that are gone. */
async function finish(client: pg.PoolClient, loading: Loading): Promise<void> {
  const { sequences } = loading.header;
  makeIndexes(loading);
  await loading.crew.done();
  await putOn(client, loading.put, loading.crew);
  await client.query("begin");
  for (const name of loading.known) await client.query(`alter table ${name} enable trigger user`);
  for (const [name, last] of Object.entries(sequences))
    await client.query("select setval(found, $2) from to_regclass($1) as found where found is not null", [name, last]);
  await client.query(
    "update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null",
  );
  await client.query("update graphile_worker._private_job_queues set locked_at = null, locked_by = null");
  await client.query(`drop schema ${RESTORING} cascade`);
  await client.query("commit");
  await client.query("analyze");
}
