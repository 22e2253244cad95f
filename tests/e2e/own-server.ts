import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Db, openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { copyDemoFolder } from "#tests/e2e/demo-folder.ts";
import { startServer } from "#tests/servers.ts";

/** The built product on a database of its own, with the demo data as it is at a first start. `stop` leaves nothing behind. */
export type OwnServer = { origin: string; folder: string; stop: () => Promise<void> };

/** Works in the database of a server: what only time would do is done there. */
export async function inDatabaseOf(folder: string, work: (db: Db) => Promise<void>): Promise<void> {
  const cluster = await startEmbedded(path.join(folder, "pg")); // joins the one that the server has started
  const db = openDb(openPool(cluster.url(), 2));
  await work(db).finally(() => db.destroy());
  await cluster.stop();
}

/** `environment` is what it is told beyond its defaults. */
export async function startOwnServer(environment: Record<string, string> = {}): Promise<OwnServer> {
  // not under build/, because as root PostgreSQL can't enter a checkout that only root can read
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-e2e-"));
  fs.chmodSync(folder, 0o755);
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    copyDemoFolder(folder);
    const server = await startServer({ ...environment, DATA_DIR: folder });
    // browsers count localhost as a safe origin
    const origin = server.origin.replace("127.0.0.1", "localhost");
    return { origin, folder, stop: () => server.stop().then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
