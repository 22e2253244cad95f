import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findingsIn } from "#src/cli/check.ts";
import type { Tools, Words } from "#src/cli/open-tools.ts";
import { restoreFile, sayLeftOut } from "#src/cli/restore.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { BadSetting } from "#src/platform/env.server.ts";
import { folderStorage } from "#src/platform/storage.server.ts";

/** Restores a backup into a throwaway database and folder, which compares counts and checksums, and checks what came back. */
export async function verifyBackup(tools: Tools, { words, jobs }: Words): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ronda-verify-"));
  try {
    await chmod(folder, 0o755); // PostgreSQL may run as another user
    return await verifyIn(folder, { file: words[0]!, jobs }, tools);
  } finally {
    await rm(folder, { recursive: true, force: true }); // the customers' data
  }
}

type Wish = { file: string; jobs: number | undefined };

async function verifyIn(folder: string, { file, jobs }: Wish, { settings, signal }: Tools): Promise<number> {
  const cluster = await startEmbedded(path.join(folder, "pg"), {
    flags: ["-c", "fsync=off"],
    initFlags: ["--no-sync"],
    stateBase: folder,
  }).catch((error: Error) => {
    throw error instanceof BadSetting
      ? new BadSetting(`verify-backup needs the embedded PostgreSQL: ${error.message}`)
      : error;
  });
  const pool = openPool(cluster.url(), 2, { unhurried: true });
  try {
    const storage = folderStorage(path.join(folder, "uploads"));
    const into = { url: cluster.url(), storage, key: settings.BACKUP_KEY, jobs, signal };
    const { restored } = await restoreFile(file, into);
    const { findings } = await findingsIn(openDb(pool), storage);
    for (const finding of findings) console.error(finding);
    sayLeftOut(restored);
    const { header, manifest } = restored;
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    console.error(
      `${findings.length === 0 ? "good" : "NOT good"}: taken ${header.taken_at} by release ${header.release}, ${rows} rows, ${manifest.pictures.count} picture files`,
    );
    return findings.length === 0 ? 0 : 1;
  } finally {
    await pool.end();
    await cluster.stop();
  }
}
