// @module-tag process
import pg from "pg";
import { describe, expect, inject, test, vi } from "vitest";
import { openPool } from "#src/platform/db.server.ts";
import { reachDatabase } from "#src/platform/reach-database.server.ts";
import { watchDatabase } from "#src/platform/watch-database.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
/** Longer than any machine needs for an answer, and shorter than one turn of the crowd. */
const SILENCE_MS = 20_000;
const TURN_MS = 60_000;
const UNWATCHED = { isSuspect: () => false, onStall: () => {}, onFlow: () => {} };

async function administrate(statement: string): Promise<void> {
  const client = new pg.Client(inject("databaseUrl").replace("DATABASE", "postgres"));
  await client.connect();
  await client.query(statement);
  await client.end();
}

test("a database that takes no writes any more, as after a failover, counts as away until it does", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const states: string[] = [];
  const watch = watchDatabase(database.url, {
    silenceMs: SILENCE_MS,
    onAway: () => states.at(-1) === "away" || states.push("away"),
    commits: UNWATCHED,
    onBack: async () => states.push("back"),
  });
  await watch.tried;
  // this session, as where its server was demoted
  await watch.client()!.query("set default_transaction_read_only = on");
  await expect.poll(() => states, { timeout: 20_000 }).toEqual(["back", "away", "back"]);

  const name = new URL(database.url).pathname.slice(1);
  await administrate(`alter database ${name} set default_transaction_read_only = on`);
  await administrate(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await expect.poll(() => states, { timeout: 20_000 }).toEqual(["back", "away", "back", "away"]);
  await administrate(`alter database ${name} reset default_transaction_read_only`);
  await expect.poll(() => states, { timeout: 20_000 }).toEqual(["back", "away", "back", "away", "back"]);
  await watch.stop();
  vi.restoreAllMocks();
});

/**
 * Keeps the event loop busy until the returned function is called: each turn holds it up for longer than it is between two looks at
 * the silence, and takes a minute by this process's clock.
 */
function crowd(): () => void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const now = performance.now.bind(performance);
  let turns = 0;
  let ended = false;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + turns * TURN_MS);
  const turn = () => {
    if (ended) return;
    Atomics.wait(cell, 0, 0, 60);
    turns++;
    setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    ended = true;
    clock.mockRestore();
  };
}

describe("a process whose own event loop is held up", () => {
  const watched = async (silenceMs: number) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const heard: string[] = [];
    let answers = 0;
    const watch = watchDatabase(database.url, {
      silenceMs,
      onAnswer: () => answers++,
      onAway: () => heard.push("away"),
      commits: { ...UNWATCHED, isSuspect: () => true, onStall: () => heard.push("stalled") },
      onBack: async (client) => (await client.query("listen nothing"), heard.push("back")),
    });
    await vi.waitUntil(() => answers > 0, { timeout: 60_000 });
    return { heard, answers: () => answers, watch };
  };
  const pidOf = ({ watch }: Awaited<ReturnType<typeof watched>>) =>
    (watch.client() as unknown as { processID: number }).processID;

  test("hears a database that answers, however long its own turns take", async () => {
    const { heard, answers, watch } = await watched(SILENCE_MS);
    const end = crowd();
    await vi.waitUntil(() => answers() > 5 || heard.length > 1, { timeout: 60_000, interval: 1 });
    end();
    await watch.stop();
    expect(heard).toEqual(["back"]);
  });

  test("reaches it again while the crowd lasts", async () => {
    const it = await watched(SILENCE_MS);
    const lost = pidOf(it);
    const end = crowd();
    await administrate(`select pg_terminate_backend(${lost})`);
    await vi.waitUntil(() => it.heard.length > 1, { timeout: 60_000, interval: 1 });
    expect(it.heard, "the database was there all the time").toEqual(["back", "back"]);
    end();
    await it.watch.stop();
  });

  test("still finds one that is silent", async () => {
    const it = await watched(1000);
    const pid = pidOf(it);
    process.kill(pid, "SIGSTOP");
    const existing = it.heard.length;
    const end = crowd();
    try {
      await vi.waitUntil(() => it.heard.slice(existing).includes("away"), { timeout: 60_000, interval: 1 });
    } finally {
      process.kill(pid, "SIGCONT");
      end();
    }
    await it.watch.stop();
  });
});

test("of several servers the one that takes writes is used, and the next one when it takes none any more", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  const name = new URL(database.url).pathname.slice(1);
  await administrate(`create database ${name}_b template template strategy file_copy`);
  const other = database.url.replace(name, `${name}_b`);
  const setReadOnly = async (which: string, is: boolean) => {
    await administrate(
      `alter database ${which} ${is ? "set default_transaction_read_only = on" : "reset default_transaction_read_only"}`,
    );
    await administrate(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${which}'`);
  };
  await setReadOnly(`${name}_b`, true);
  const both = new URL(database.url);
  const address = `${both.protocol}//${both.username}:${both.password}@127.0.0.1:1,${both.host}${both.pathname}`;
  expect(await reachDatabase(address, 0), "nobody listens at the first").toBe(database.url);

  const led: string[] = [];
  const pool = openPool(database.url, 2);
  pool.on("error", () => {});
  const watch = watchDatabase([other, database.url], {
    silenceMs: SILENCE_MS,
    onAway: () => pool.cutOff(),
    onBack: async (_, url) => void (pool.letBack(url), led.push(url)),
    commits: UNWATCHED,
  });
  await expect.poll(() => led, { timeout: 20_000 }).toEqual([database.url]);
  await setReadOnly(name, true);
  await setReadOnly(`${name}_b`, false);
  await expect.poll(() => led.at(-1), { timeout: 20_000 }).toBe(other);
  const { rows } = await pool.query("select current_database() as is");
  expect(rows).toEqual([{ is: `${name}_b` }]);
  await watch.stop();
  await pool.end();
  await setReadOnly(name, false);
  await administrate(`drop database ${name}_b with (force)`);
  vi.restoreAllMocks();
});
