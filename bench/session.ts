import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cpuOfPostgres } from "#bench/cpu.ts";
import { median } from "#bench/measure.ts";
import { accountEvents } from "#src/modules/base/identity/publish-account-events.server.ts";
import { actorOf } from "#src/modules/base/identity/queries.server.ts";
import { createAuth, RESET_SECONDS } from "#src/platform/auth.server.ts";
import { type Services, systemContext } from "#src/platform/context.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { passwordHasher } from "#src/platform/hash-password.server.ts";
import { Metrics } from "#src/platform/metrics.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { NO_TRACES } from "#src/platform/traces.server.ts";

// What it costs a page to identify its user: our lookup against the sign-in library's own, in this process, alternating.

const ROUNDS = Number(process.env["ROUNDS"] ?? 7);
const CALLS = Number(process.env["CALLS"] ?? 4000);
const AT_ONCE = 8;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder });
const postmaster = Number(fs.readFileSync(path.join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
const url = cluster.url();
await migrate(url);
const pool = openPool(url, AT_ONCE);
const db = openDb(pool);
const parts = {
  pool,
  db,
  readDb: db,
  settings: readSettings({}),
  secret: "the secret of this benchmark",
  clock: () => new Date(),
};
const nobody = () => Promise.reject(new Error("nothing happens here"));
const services: Services = {
  ...parts,
  hasher: passwordHasher(),
  metrics: new Metrics(),
  traces: NO_TRACES,
  providers: {},
  publish: nobody,
  ask: {} as Services["ask"],
};

const { id } = await addAccount(parts.db);
const session = { secret: parts.secret, baseUrl: parts.settings.BASE_URL };
const { cookie } = await beginSession(parts.db, id, session);
for (let n = 0; n < 1000; n++) await beginSession(parts.db, id, session); // so that finding one takes an index
const auth = createAuth(
  services,
  parts.settings.BASE_URL,
  parts.secret,
  accountEvents(services, { resetSeconds: RESET_SECONDS }),
);
const headers = new Headers({ cookie });

const WAYS: Record<string, () => Promise<boolean>> = {
  "our lookup (signature and one statement)": async () =>
    (await actorOf(systemContext(services), cookie)).userId === id,
  "the library's getSession": async () => (await auth.api.getSession({ headers }))?.user.id === id,
  "nobody signed in": async () => (await actorOf(systemContext(services), "theme=dark")).userId === null,
};

/** CPU-ms of one call, here and in PostgreSQL. */
async function round(look: () => Promise<boolean>): Promise<{ here: number; postgres: number }> {
  const [before, postgres] = [process.cpuUsage(), cpuOfPostgres(postmaster)];
  const runs = Array.from({ length: AT_ONCE }, async () => {
    for (let n = 0; n < CALLS / AT_ONCE; n++) if (!(await look())) throw new Error("a lookup failed");
  });
  await Promise.all(runs);
  const { user, system } = process.cpuUsage(before);
  return { here: (user + system) / 1000 / CALLS, postgres: (cpuOfPostgres(postmaster) - postgres) / CALLS };
}

const measured = new Map(Object.keys(WAYS).map((name) => [name, [] as Awaited<ReturnType<typeof round>>[]]));
for (const look of Object.values(WAYS)) await round(look); // warm up
for (let n = 0; n < ROUNDS; n++)
  for (const [name, look] of Object.entries(WAYS)) measured.get(name)!.push(await round(look));

console.log(
  `\n${ROUNDS} rounds of ${CALLS} calls, ${AT_ONCE} at once, medians; ${os.cpus().length} × ${os.cpus()[0]?.model}`,
);
console.log("\n| what | CPU-ms | PostgreSQL CPU-ms |\n|---|---|---|");
for (const [name, rounds] of measured) {
  const of = (what: "here" | "postgres") => median(rounds.map((one) => one[what])).toFixed(3);
  console.log(`| ${name} | ${of("here")} | ${of("postgres")} |`);
}
await parts.db.destroy();
await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
