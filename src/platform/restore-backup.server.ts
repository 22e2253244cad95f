import { createHash, type Hash } from "node:crypto";
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
import type { Storage } from "#src/platform/stored-file.server.ts";
import { isUnreachable } from "#src/platform/transaction.server.ts";

/** `leftOut`: tables in the backup that the release's migrations don't make. */
export type Restored = { header: BackupHeader; manifest: BackupManifest; leftOut: string[] };

/**
 * Fills an empty database and the store from a backup's tar stream, in constant memory. The rows appear in one transaction, after
 * counts and checksums were compared; what was broken off before can be tried again. The caller holds the start lock. Throws
 * BadBackup when the database isn't empty, or the backup isn't whole, is of a release that this one doesn't know, or has rows that
 * the schema doesn't take. Somebody else's tables are left out: without their makers nothing is known of them.
 */
export async function restoreBackup(tar: Readable, pool: pg.Pool, storage: Storage): Promise<Restored> {
  const client = await pool.connect();
  const files = extract();
  let unread: BadBackup | undefined;
  void feed(tar, files).catch((error: Error) => {
    unread = new BadBackup(`the backup can't be read: ${error.message}`);
    files.destroy(unread);
  });
  let loading: Loading | undefined;
  try {
    for await (const entry of files) {
      const [kind, ...rest] = entry.header.name.split("/");
      const body = entry as unknown as Readable;
      if (kind === HEADER) loading = await begin(client, pool, await json<BackupHeader>(body));
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
    throw unread ?? error; // whoever reads a destroyed stream hears only that it was destroyed
  } finally {
    client.release(true); // closes it, which rolls back and also ends a COPY that is broken off
  }
}

async function feed(tar: Readable, files: Extract): Promise<void> {
  for await (const chunk of tar as AsyncIterable<Buffer>) if (!files.write(chunk)) await once(files, "drain");
  files.end(undefined);
}

type Loading = {
  header: BackupHeader;
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

/** Makes the schema of the backup and opens the transaction that loads the rows, without triggers and foreign keys. */
async function begin(client: pg.PoolClient, pool: pg.Pool, header: BackupHeader): Promise<Loading> {
  if (header.format !== "ronda-backup-1")
    throw new BadBackup("the backup is of a format that this release doesn't know");
  await refuseOthers(client);
  // left there when the restore is broken off, and what allows the next one
  await client.query(`create schema if not exists ${RESTORING}`);
  await migrateSchema(pool, { upTo: header.migrations.at(-1) ?? "", quiet: true });
  await refuseStrangers(client, header);
  await client.query("begin");
  for (const { on, name } of await foreignKeys(client)) await client.query(`alter table ${on} drop constraint ${name}`);
  const leftOut = await strangersOf(client, header);
  const names = header.tables.map(({ name }) => name).filter((name) => !leftOut.has(name));
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(", ")}`);
  return { header, leftOut, seen: {}, pictures: { count: 0, hash: createHash("sha256") } };
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

async function strangersOf(client: pg.PoolClient, { tables }: BackupHeader): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regclass(name) is null",
    [tables.map(({ name }) => name)],
  );
  return new Set(rows.map(({ name }) => name));
}

type ForeignKey = { on: string; name: string; definition: string };
const FOREIGN_KEYS = `
  select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
  order by 1, 2`;

/** The foreign keys, remembered in a table of the transaction: they are checked when they are added again. */
async function foreignKeys(client: pg.PoolClient): Promise<ForeignKey[]> {
  await client.query(`create temporary table dropped_keys on commit drop as ${FOREIGN_KEYS}`);
  return (await client.query<ForeignKey>("select * from dropped_keys")).rows;
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
}

async function loadPicture(client: pg.PoolClient, loading: Loading, storage: Storage, name: string, body: Readable) {
  await endTable(client, loading);
  const bytes = await buffer(body);
  await storage.keep([{ name, bytes }]);
  const stored = await storage.read(name);
  loading.pictures.hash.update(stored ? await buffer(stored.body) : "");
  loading.pictures.count++;
}

function compare({ seen, pictures, leftOut }: Loading, manifest: BackupManifest): void {
  for (const [name, { rows, sha256 }] of Object.entries(manifest.tables)) {
    if (leftOut.has(name)) continue;
    const loaded = seen[name] ?? { rows: 0, sha256: createHash("sha256").digest("hex") };
    if (loaded.rows !== rows || loaded.sha256 !== sha256)
      throw new BadBackup(`${name} differs from the manifest: ${loaded.rows} rows instead of ${rows}`);
  }
  if (pictures.count !== manifest.pictures.count || pictures.hash.digest("hex") !== manifest.pictures.sha256)
    throw new BadBackup(`the pictures differ from the manifest: ${pictures.count} of ${manifest.pictures.count}`);
}

/** Puts keys, triggers and sequences back, and frees the jobs of workers that are gone. */
async function finish(client: pg.PoolClient, { header, leftOut }: Loading): Promise<void> {
  const { tables, sequences } = header;
  const { rows: keys } = await client.query<ForeignKey>("select * from dropped_keys");
  for (const { on, name, definition } of keys)
    await client.query(`alter table ${on} add constraint ${name} ${definition}`);
  for (const { name } of tables) if (!leftOut.has(name)) await client.query(`alter table ${name} enable trigger user`);
  for (const [name, last] of Object.entries(sequences))
    await client.query("select setval(found, $2) from to_regclass($1) as found where found is not null", [name, last]);
  await client.query(
    "update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null",
  );
  await client.query("update graphile_worker._private_job_queues set locked_at = null, locked_by = null");
  await client.query(`drop schema ${RESTORING}`);
  await client.query("commit");
  await client.query("analyze");
}
