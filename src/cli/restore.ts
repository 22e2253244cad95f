import { createReadStream } from "node:fs";
import { addAbortSignal } from "node:stream";
import type { Tools, Words } from "#src/cli/open-tools.ts";
import { expectSentRefunds } from "#src/modules/money/payments/store/restored.server.ts";
import { opened } from "#src/platform/backup-format.server.ts";
import { openDb } from "#src/platform/db.server.ts";
import { underStartLock } from "#src/platform/migrate.server.ts";
import { restoreBackup, type Restored } from "#src/platform/restore-backup.server.ts";
import type { Storage } from "#src/platform/stored-file.server.ts";

type Into = { url: string; storage: Storage; key: string | undefined; jobs: number | undefined; signal: AbortSignal };

/** Restores a backup into the empty database and the picture store of these settings. */
export async function restore({ settings, storage, url, signal }: Tools, { words, jobs }: Words): Promise<number> {
  const into = { url: await url(), storage, key: settings.BACKUP_KEY, jobs, signal };
  const { restored, refunds } = await restoreFile(words[0]!, into);
  const { header, manifest } = restored;
  sayLeftOut(restored);
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  console.error(`restored ${header.taken_at}: ${rows} rows, ${manifest.pictures.count} picture files`);
  console.error(`${refunds} unfinished refunds are looked for at their providers before they are sent`);
  return 0;
}

/** Names the tables that weren't restored. */
export function sayLeftOut({ leftOut }: Restored): void {
  if (leftOut.length > 0) console.error(`left out, because no migration makes them: ${leftOut.join(", ")}`);
}

/** Reads a file, or standard input for `-`. */
export async function restoreFile(file: string, { url, storage, key, jobs, signal }: Into) {
  const source = addAbortSignal(signal, file === "-" ? process.stdin : createReadStream(file));
  const tar = await opened(source, key);
  let [restored, refunds]: [Restored | undefined, number] = [undefined, 0];
  await underStartLock(url, async (pool) => {
    restored = await restoreBackup(tar, pool, storage, jobs);
    refunds = await expectSentRefunds(openDb(pool), new Date(restored.header.taken_at));
  });
  return { restored: restored!, refunds };
}
