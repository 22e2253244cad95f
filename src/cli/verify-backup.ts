import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findingsIn } from "#src/cli/check.ts";
import type { Tools, Words } from "#src/cli/open-tools.ts";
import { restoreFile } from "#src/cli/restore.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { folderStorage } from "#src/platform/storage.server.ts";

/** Restores a backup into a throwaway database and folder, which compares counts and checksums, and checks what came back. */
export async function verifyBackup({ settings }: Tools, { words }: Words): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ronda-verify-"));
  await chmod(folder, 0o755); // PostgreSQL may run as another user
  const cluster = await startEmbedded(path.join(folder, "pg"), {
    flags: ["-c", "fsync=off"],
    initFlags: ["--no-sync"],
    stateBase: folder,
  });
  const pool = openPool(cluster.url(), 2, { unhurried: true });
  try {
    const storage = folderStorage(path.join(folder, "uploads"));
    const { restored } = await restoreFile(words[0]!, { url: cluster.url(), storage, key: settings.BACKUP_KEY });
    const { findings } = await findingsIn(openDb(pool), storage);
    for (const finding of findings) console.error(finding);
    const { header, manifest } = restored;
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    console.error(
      `${findings.length === 0 ? "good" : "NOT good"}: taken ${header.taken_at} by release ${header.release}, ${rows} rows, ${manifest.pictures.count} picture files`,
    );
    return findings.length === 0 ? 0 : 1;
  } finally {
    await pool.end();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
