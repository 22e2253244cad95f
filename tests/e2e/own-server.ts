import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Db, openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { copyDemoFolder } from "#tests/e2e/demo-folder.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";

/** The built product on its own database. `stop` cleans up everything. */
export type OwnServer = { origin: string; folder: string; stop: () => Promise<void> };

/** Works in a server's database, for changes that only time would cause. */
export async function inDatabaseOf(folder: string, work: (db: Db) => Promise<void>): Promise<void> {
  const cluster = await startEmbedded(path.join(folder, "pg")); // joins the one started by the server
  const db = openDb(openPool(cluster.url(), 2));
  await work(db).finally(() => db.destroy());
  await cluster.stop();
}

/** With `SLOW` (docs/testing.md) the server answers browsers late. */
function overSlowLine(): Record<string, string> {
  const { SLOW } = process.env;
  return SLOW ? { SLOW, NODE_OPTIONS: `--import=${path.resolve("tests/e2e/slow-line.ts")}` } : {};
}

const running = new Set<RunningServer>();

/** What this worker's servers complained of lately: a story only sees a page that isn't there. */
export const complaintsOfServers = (): string =>
  [...running]
    .flatMap(({ printed }) => printed().split("\n"))
    .filter((line) => line !== "" && !line.includes('"level":"info"'))
    .join("\n");

/** With the demo data as after a first start, or as `RONDA_SEED` says. `environment` overrides the server's defaults. */
export async function startOwnServer(environment: Record<string, string> = {}): Promise<OwnServer> {
  // not under build/, because as root PostgreSQL can't enter a checkout that only root can read
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-e2e-"));
  fs.chmodSync(folder, 0o755);
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    if ((environment["RONDA_SEED"] ?? "demo") === "demo") copyDemoFolder(folder);
    const server = await startServer({ ...overSlowLine(), ...environment, DATA_DIR: folder });
    running.add(server);
    const stop = async () => {
      await server.stop();
      running.delete(server);
      remove();
    };
    // browsers treat localhost as a secure context
    const origin = server.origin.replace("127.0.0.1", "localhost");
    return { origin, folder, stop };
  } catch (error) {
    remove();
    throw error;
  }
}
