import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";

// The release before this one, from the history: it sells while this one migrates its database and beside it, and starts on it
// again. tests/releases.test.ts holds the same by day of a release that is made up.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-previous-"));
const servers: RunningServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  fs.rmSync(folder, { recursive: true, force: true });
  git("worktree", "prune");
});

const git = (...words: string[]): string => execFileSync("git", words, { encoding: "utf8", stdio: "pipe" }).trim();

/** The newest tag, or without any the commit before the newest migration came; null where the history is too short. */
function previousRelease(): string | null {
  try {
    const tag = git("tag", "--merged", "HEAD~1", "--sort=-creatordate").split("\n")[0];
    if (tag) return tag;
    const newest = fs.readdirSync("db/migrations").toSorted().at(-1)!;
    const came = git("log", "--diff-filter=A", "--format=%H", "--", `db/migrations/${newest}`);
    return git("rev-parse", "--verify", `${came}~1`);
  } catch {
    return null;
  }
}

/** Builds a release in a folder of its own. It shares the packages where they are the same. */
function build(release: string): string {
  const tree = path.join(folder, "release");
  git("worktree", "add", "--detach", tree, release);
  const isSame = ["package-lock.json", "bootstrap.mjs"].every(
    (name) => fs.readFileSync(name, "utf8") === fs.readFileSync(path.join(tree, name), "utf8"),
  );
  if (isSame) fs.symlinkSync(path.resolve("node_modules"), path.join(tree, "node_modules"));
  const [program, ...words] = isSame
    ? ["node_modules/.bin/react-router", "build"]
    : [process.execPath, "bootstrap.mjs", "--omit=dev", "--build"];
  execFileSync(program, words, { cwd: tree, stdio: "ignore" });
  return tree;
}

async function emptyDatabase(): Promise<string> {
  const base = inject("databaseUrl");
  const name = `previous_${randomUUID().slice(0, 8)}`;
  const client = new pg.Client(base.replace("DATABASE", "postgres"));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return base.replace("DATABASE", name);
}

test("the release before sells while this one migrates and beside it, and starts again", async ({ skip }) => {
  const release = previousRelease();
  if (release === null) return skip("the history doesn't reach back to another release");
  const tree = build(release);
  const environment = { DATABASE_URL: await emptyDatabase(), RONDA_SEED: "empty", ROLE: "web", DRAIN_SECONDS: "0" };
  const start = async (cwd?: string) => {
    const server = await startServer(environment, cwd);
    servers.push(server);
    return server;
  };
  const old = await start(tree);
  const pool = openPool(environment.DATABASE_URL, 2);
  await pool.query("delete from currency_rates"); // the release's own, which the test brings as well
  const { crawlId } = await seedMinimal(openDb(pool));
  const date = Temporal.Now.plainDateISO().add({ days: 30 }).toString();
  const departure = await addDeparture(openDb(pool), crawlId, { date, seats: 100_000 });
  const migrations = async () => (await pool.query("select name from kysely_migration order by name")).rows.length;
  const before = await migrations();

  const { call, close } = callerOf(4);
  const statuses: number[] = [];
  const done = new AbortController();
  const sellers = [old];
  let turn = 0;
  const guest = async () => {
    while (!done.signal.aborted) {
      const { origin } = sellers[turn++ % sellers.length]!;
      const input = bookingInput(departure, { number_of_people: 1 });
      statuses.push((await call("POST", `${origin}/api/bookings`, input, { "idempotency-key": randomUUID() })).status);
      await new Promise((resolve) => setTimeout(resolve, 50)); // sleeps: they need not be as many as can be
    }
  };
  const guests = Promise.all([guest(), guest(), guest()]);
  sellers.push(await start());
  const beside = statuses.length;
  await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(beside + 40);
  done.abort();
  await guests;
  close();
  expect(await migrations()).toBeGreaterThan(before);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect((await fetch(`${(await start(tree)).origin}/readyz`)).status).toBe(200);
  await pool.end();
}, 600_000);
