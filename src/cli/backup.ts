import { createWriteStream } from "node:fs";
import { access, open, readFile, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { HOME_ZONE, isoIn } from "#src/kernel/local-time.ts";
import type { Tools, Words } from "#src/cli/open-tools.ts";
import { recordOperation } from "#src/modules/office/operations/record-operation.server.ts";
import { BadBackup, sealed } from "#src/platform/backup-format.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { backupStream } from "#src/platform/write-backup.server.ts";

/** Writes a backup to a file, which appears under its name when it is whole, or to standard output. Its result is recorded. */
export async function backup(tools: Tools, words: Words): Promise<number> {
  const at = new Date();
  try {
    const details = await write(tools, words, at);
    await record(tools, { at, ok: true, details });
    return 0;
  } catch (thrown) {
    const error = (tools.signal.reason ?? thrown) as Error;
    // a backup that failed because the database is away can't be recorded there
    await record(tools, { at, ok: false, details: { error: error.message } }).catch(() => {});
    throw error;
  }
}

/** On a connection of its own with time limits: the one of the backup may be what hangs. */
async function record({ url }: Tools, result: { at: Date; ok: boolean; details: Record<string, unknown> }) {
  const pool = openPool(await url(), 1);
  await recordOperation(openDb(pool), { name: "backup", ...result }).finally(() => pool.end());
}

async function write({ settings, storage, url, signal }: Tools, { to }: Words, now: Date) {
  const { version: release } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  const name = to ?? (await freeName(now));
  const { tar, written } = backupStream({ url: await url(), storage, release, now });
  const file = await sealed(tar, settings.BACKUP_KEY);
  if (name === "-") await pipeline(file, process.stdout, { signal });
  else await writeWhole(file, name, signal);
  const { tables, pictures } = await written;
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const how = settings.BACKUP_KEY ? "encrypted" : "not encrypted: BACKUP_KEY is not set";
  console.error(`backup ${name}: ${rows} rows, ${pictures.count} picture files, ${how}`);
  return { rows, pictures: pictures.count };
}

/** A name with the time to the second: a file that the user didn't name never replaces another. */
async function freeName(now: Date): Promise<string> {
  const name = `ronda-${isoIn(now, HOME_ZONE).slice(0, 19).replaceAll(/[-:]/g, "")}.backup`;
  const isTaken = await access(name).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new BadBackup(`${name} exists already: name another file with --to`);
  return name;
}

async function writeWhole(file: NodeJS.ReadableStream, name: string, signal: AbortSignal): Promise<void> {
  const draft = `${name}.part`;
  try {
    await pipeline(file, createWriteStream(draft, { mode: 0o600 }), { signal });
    const handle = await open(draft, "r+");
    await handle.sync().finally(() => handle.close());
    await rename(draft, name);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
