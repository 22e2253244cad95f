import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { loadSeed } from "#db/seeds/load.ts";
import { openDb } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";
import { UNCAPPED } from "#tests/uncapped.ts";

/** Gives the run's demo folder to the runner's workers through the environment, which they inherit. */
const NAME = "RONDA_DEMO_FOLDER";

/** Creates a data folder as a first start leaves it, but without the past year, once per run: every server of the run starts with a copy. */
export default async function makeDemoFolder(): Promise<() => void> {
  // not under build/, because as root PostgreSQL can't enter a checkout that only root can read
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-demo-"));
  fs.chmodSync(folder, 0o755);
  const cluster = await startEmbedded(path.join(folder, "pg"), { initFlags: ["--no-sync"] });
  const settings = readSettings({ RONDA_SEED: "demo", DEMO_YEAR: "false", DATA_DIR: folder });
  const fill = async (pool: Parameters<typeof openDb>[0]) => {
    await loadSeed(openDb(pool), settings);
    await openDb(pool).insertInto("app_settings").values(UNCAPPED).execute();
    // the copies are thrown away: a story must not wait for the disk at every commit (a server that is killed loses nothing by it)
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
      await pool.query(`alter system set ${setting} = off`);
  };
  await migrate(cluster.url(), fill).finally(() => cluster.stop());
  fs.rmSync(path.join(folder, "pg/app-port")); // each copy picks its own
  process.env[NAME] = folder;
  return () => fs.rmSync(folder, { recursive: true, force: true });
}

/** Copies the run's demo data into a data folder. Does nothing outside a run: the server's first start creates it then. */
export function copyDemoFolder(folder: string): void {
  const from = process.env[NAME];
  if (!from) return;
  // Node's own copy would change the owner, and under root PostgreSQL runs as another user
  const { status, stderr } = spawnSync("cp", ["-a", `${from}/.`, folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the demo folder can't be copied: ${stderr}`);
}
