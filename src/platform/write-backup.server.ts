import { createHash, type Hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { pack, type Pack } from "tar-stream";
import {
  type BackupHeader,
  type BackupManifest,
  HEADER,
  MANIFEST,
  pictureFile,
  tableFile,
} from "#src/platform/backup-format.server.ts";
import type { Storage } from "#src/platform/stored-file.server.ts";

type Sources = { url: string; storage: Storage; release: string; now: Date };

/** Bytes of a table that are held in memory at a time. */
const PART_BYTES = 1024 * 1024;

/**
 * All rows and pictures as one tar stream, in constant memory. The rows are those of one moment (a single snapshot); pictures are
 * read after it and never change, so every picture that a row names is there. Schema changes wait until the rows are read.
 * `written` says what is in it, and may come after the end of the stream.
 */
export function backupStream(sources: Sources): { tar: Readable; written: Promise<BackupManifest> } {
  const tar = pack();
  const written = fill(tar, sources);
  written.catch((error: Error) => tar.destroy(error));
  return { tar: tar as unknown as Readable, written };
}

async function fill(tar: Pack, { url, storage, release, now }: Sources): Promise<BackupManifest> {
  const limits = "-c statement_timeout=0 -c lock_timeout=10s -c idle_in_transaction_session_timeout=0";
  const client = new pg.Client({ connectionString: url, options: limits });
  client.on("error", (error) => tar.destroy(error));
  tar.once("close", () => void client.end().catch(() => {})); // also when its reader stops while a statement waits
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const header = await describe(client, release, now);
    const names = header.tables.map(({ name }) => name);
    await client.query(`lock table ${names.join(", ")} in access share mode`);
    await addFile(tar, HEADER, Buffer.from(JSON.stringify(header, null, 2)));
    const tables: BackupManifest["tables"] = {};
    for (const table of header.tables) tables[table.name] = await addTable(tar, client, table);
    await client.query("commit");
    const manifest = { tables, pictures: await addPictures(tar, storage) };
    await addFile(tar, MANIFEST, Buffer.from(JSON.stringify(manifest, null, 2)));
    tar.finalize();
    return manifest;
  } finally {
    await client.end().catch(() => {});
  }
}

const SCHEMAS = "('public', 'graphile_worker')";
// what the migrations themselves keep is made by running them; a worker's row belongs to a living process
const TABLES = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
    array_agg(quote_ident(a.attname)::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${SCHEMAS}
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%' and c.relname not in ('migrations', 'job_workers')
  group by 1 order by 1`;
const SEQUENCES = `
  select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::float8 as last
  from pg_sequences where schemaname in ${SCHEMAS} and last_value is not null`;

async function describe(client: pg.Client, release: string, now: Date): Promise<BackupHeader> {
  const migrations = await client.query<{ name: string }>("select name from kysely_migration order by name");
  const worker = await client.query<{ id: number }>("select max(id)::int as id from graphile_worker.migrations");
  const { rows: tables } = await client.query<BackupHeader["tables"][number]>(TABLES);
  const sequences = await client.query<{ name: string; last: number }>(SEQUENCES);
  return {
    format: "ronda-backup-1",
    release,
    taken_at: now.toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    worker_migration: worker.rows[0]?.id ?? 0,
    tables,
    sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, last])),
  };
}

async function addTable(tar: Pack, client: pg.Client, { name, columns }: BackupHeader["tables"][number]) {
  // a table in months can only be copied by a query
  const rows = client.query(copyTo(`copy (select ${columns.join(", ")} from ${name}) to stdout`));
  const hash = createHash("sha256");
  let [part, held, size]: [number, Buffer[], number] = [0, [], 0];
  const flush = async () => {
    if (size > 0) await addFile(tar, tableFile(name, part++), Buffer.concat(held), hash);
    [held, size] = [[], 0];
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  await flush();
  return { rows: rows.rowCount ?? 0, sha256: hash.digest("hex") };
}

async function addPictures(tar: Pack, storage: Storage): Promise<BackupManifest["pictures"]> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const name of storage.names()) {
    const stored = await storage.read(name);
    if (!stored) continue;
    await addFile(tar, pictureFile(name), await buffer(stored.body), hash);
    count++;
  }
  return { count, sha256: hash.digest("hex") };
}

/** Adds one file and waits until the reader has taken it, so that a slow reader fills no memory. */
function addFile(tar: Pack, name: string, bytes: Buffer, hash?: Hash): Promise<void> {
  hash?.update(bytes);
  return new Promise((done, failed) => {
    const brokenOff = () => failed(new Error("the backup was broken off"));
    if (tar.destroyed) return brokenOff();
    tar.once("close", brokenOff);
    const entry = tar.entry({ name, size: bytes.length, mode: 0o600 }, (error) => {
      tar.off("close", brokenOff);
      if (error) failed(error);
      else done();
    });
    entry.on("error", failed); // it shares the fate of the whole
    entry.end(bytes);
  });
}
