import { createWriteStream } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { HOME_ZONE, isoIn } from "#src/kernel/local-time.ts";
import type { Tools, Words } from "#src/cli/open-tools.ts";
import { recordOperation } from "#src/modules/operations/record-operation.server.ts";
import { type BackupManifest, sealed } from "#src/platform/backup-format.server.ts";
import { backupStream } from "#src/platform/write-backup.server.ts";

/** Writes a backup to a file, which appears under its name when it is whole, or to standard output. Its result is recorded. */
export async function backup(tools: Tools, words: Words): Promise<number> {
  const at = new Date();
  const record = async (ok: boolean, details: object) =>
    recordOperation(await tools.db(), { name: "backup", at, ok, details: { ...details } });
  try {
    const written = await write(tools, words, at);
    await record(true, written);
    return 0;
  } catch (error) {
    // a backup that failed because the database is away can't be recorded there
    await record(false, { error: (error as Error).message }).catch(() => {});
    throw error;
  }
}

async function write({ settings, storage, url }: Tools, { to }: Words, now: Date) {
  const { version: release } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  let manifest: BackupManifest | undefined;
  const tar = backupStream({ url: await url(), storage, release, now }, (done) => (manifest = done));
  const file = await sealed(tar, settings.BACKUP_KEY);
  const name = to ?? `ronda-${isoIn(now, HOME_ZONE).slice(0, 16).replaceAll(/[-:]/g, "")}.backup`;
  if (name === "-") await pipeline(file, process.stdout);
  else await writeWhole(file, name);
  const rows = Object.values(manifest?.tables ?? {}).reduce((sum, table) => sum + table.rows, 0);
  const pictures = manifest?.pictures.count ?? 0;
  const how = settings.BACKUP_KEY ? "encrypted" : "not encrypted: BACKUP_KEY is not set";
  console.error(`backup ${name}: ${rows} rows, ${pictures} picture files, ${how}`);
  return { rows, pictures };
}

async function writeWhole(file: NodeJS.ReadableStream, name: string): Promise<void> {
  const draft = `${name}.part`;
  try {
    await pipeline(file, createWriteStream(draft, { mode: 0o600 }));
    const handle = await open(draft, "r+");
    await handle.sync().finally(() => handle.close());
    await rename(draft, name);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
