import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { loadSeed } from "#db/seeds/load.ts";
import { openDb } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";

// How long a first start takes to load the demo data, with the past year and without, in turns, each into a new database.

const TIMES = Number(process.env["TIMES"] ?? 7);

/** Milliseconds of loading alone: starting PostgreSQL and migrating is the same for both. */
async function load(year: "true" | "false"): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-"));
  fs.chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  const cluster = await startEmbedded(path.join(folder, "pg"));
  const settings = readSettings({ RONDA_SEED: "demo", DEMO_YEAR: year, DATA_DIR: folder, QUIET: "true" });
  let took = 0;
  try {
    await migrate(cluster.url(), async (pool) => {
      const started = performance.now();
      await loadSeed(openDb(pool), settings);
      took = performance.now() - started;
    });
  } finally {
    await cluster.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return took;
}

const median = (times: number[]) => times.toSorted((one, next) => one - next)[Math.floor(times.length / 2)]!;

const times: Record<"true" | "false", number[]> = { true: [], false: [] };
for (let n = 0; n < TIMES; n += 1) for (const year of ["false", "true"] as const) times[year].push(await load(year));
const [without, withYear] = [median(times.false), median(times.true)];
console.log(`| demo data | median ms of ${TIMES} |\n|---|---|`);
console.log(`| without the past year | ${Math.round(without)} |\n| with it | ${Math.round(withYear)} |`);
console.log(`| the year | ${Math.round(withYear - without)} |`);
