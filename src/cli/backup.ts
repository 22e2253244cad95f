import { createWriteStream } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Tools, Words } from "#src/cli/open-tools.ts";
import { type BackupManifest, sealed } from "#src/platform/backup-format.server.ts";
import { backupStream } from "#src/platform/write-backup.server.ts";

/** Writes a backup to a file, which appears under its name when it is whole, or to standard output. */
export async function backup({ settings, storage, url }: Tools, { to }: Words): Promise<number> {
  const now = new Date();
  const { version: release } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  let manifest: BackupManifest | undefined;
  const tar = backupStream({ url: await url(), storage, release, now }, (done) => (manifest = done));
  const file = await sealed(tar, settings.BACKUP_KEY);
  const name = to ?? `ronda-${now.toISOString().slice(0, 16).replaceAll(/[-:]/g, "")}.backup`;
  if (name === "-") await pipeline(file, process.stdout);
  else await writeWhole(file, name);
  const rows = Object.values(manifest?.tables ?? {}).reduce((sum, table) => sum + table.rows, 0);
  const how = settings.BACKUP_KEY ? "encrypted" : "not encrypted: BACKUP_KEY is not set";
  console.error(`backup ${name}: ${rows} rows, ${manifest?.pictures.count} picture files, ${how}`);
  return 0;
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
