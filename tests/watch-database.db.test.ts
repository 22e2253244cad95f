import pg from "pg";
import { describe, expect, inject, test, vi } from "vitest";
import { openPool } from "#src/platform/db.server.ts";
import { reachDatabase } from "#src/platform/reach-database.server.ts";
import { watchDatabase } from "#src/platform/watch-database.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const UNWATCHED = { isSuspect: () => false, onStall: () => {}, onFlow: () => {} };

async function administrate(statement: string): Promise<void> {
  const client = new pg.Client(inject("databaseUrl").replace("DATABASE", "postgres"));
  await client.connect();
  await client.query(statement);
  await client.end();
}

test("a database that takes no writes any more, as after a failover, counts as away until it does", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const seen: string[] = [];
  const watch = watchDatabase(database.url, {
    silenceMs: 5000,
    onAway: () => seen.at(-1) === "away" || seen.push("away"),
    commits: UNWATCHED,
    onBack: async () => seen.push("back"),
  });
  await watch.tried;
  // this session, as where its server was demoted
  await watch.client()!.query("set default_transaction_read_only = on");
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(["back", "away", "back"]);

  const name = new URL(database.url).pathname.slice(1);
  await administrate(`alter database ${name} set default_transaction_read_only = on`);
  await administrate(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(["back", "away", "back", "away"]);
  await administrate(`alter database ${name} reset default_transaction_read_only`);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(["back", "away", "back", "away", "back"]);
  await watch.stop();
  vi.restoreAllMocks();
});

/** Keeps the event loop busy: each of its turns takes so long, until the returned function is called. */
function crowd(turnMs: number): { turns: () => number; end: () => void } {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let turns = 0;
  let ended = false;
  const turn = () => {
    if (ended) return;
    Atomics.wait(cell, 0, 0, turnMs);
    turns++;
    setImmediate(turn);
  };
  setImmediate(turn);
  return { turns: () => turns, end: () => (ended = true) };
}

describe("a process whose own event loop is held up", () => {
  const watched = async (silenceMs: number, url = database.url) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const seen: string[] = [];
    const heard: string[] = [];
    const note = (what: string) => (heard.push(what), seen.at(-1) === what || seen.push(what));
    const watch = watchDatabase(url, {
      silenceMs,
      onAway: () => note("away"),
      commits: { ...UNWATCHED, isSuspect: () => true, onStall: () => note("stalled") },
      onBack: async (client) => (await client.query("listen nothing"), note("back")),
    });
    await watch.tried;
    return { seen, heard, watch };
  };
  const turns = (busy: ReturnType<typeof crowd>, n: number) =>
    vi.waitUntil(() => busy.turns() >= n, { timeout: 60_000, interval: 1 });

  test("hears a database that answers, however long its own turns take", async () => {
    const { seen, watch } = await watched(300);
    const busy = crowd(350);
    await turns(busy, 20);
    busy.end();
    await watch.stop();
    expect(seen).toEqual(["back"]);
  });

  test("reaches it again while the crowd lasts", async () => {
    const { seen, heard, watch } = await watched(1000);
    const first = watch.client();
    const busy = crowd(350);
    await administrate(`select pg_terminate_backend(${(first as unknown as { processID: number }).processID})`);
    const isBack = () => heard.length > 1 && watch.client() !== first;
    await vi.waitUntil(() => isBack() || busy.turns() > 60, { timeout: 60_000, interval: 1 });
    busy.end();
    expect(isBack()).toBe(true);
    expect(seen, "the database was there all the time").toEqual(["back"]);
    await watch.stop();
  });

  test("still finds one that is silent", async () => {
    const { seen, watch } = await watched(300);
    const { rows } = await watch.client()!.query<{ pid: number }>("select pg_backend_pid() as pid");
    process.kill(rows[0]!.pid, "SIGSTOP");
    const busy = crowd(350);
    try {
      await vi.waitUntil(() => seen.includes("away"), { timeout: 60_000, interval: 1 });
    } finally {
      process.kill(rows[0]!.pid, "SIGCONT");
      busy.end();
    }
    await watch.stop();
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
    silenceMs: 5000,
    onAway: () => pool.cutOff(),
    onBack: async (_, url) => void (pool.letBack(url), led.push(url)),
    commits: UNWATCHED,
  });
  await expect.poll(() => led, { timeout: 10_000 }).toEqual([database.url]);
  await setReadOnly(name, true);
  await setReadOnly(`${name}_b`, false);
  await expect.poll(() => led.at(-1), { timeout: 10_000 }).toBe(other);
  const { rows } = await pool.query("select current_database() as is");
  expect(rows).toEqual([{ is: `${name}_b` }]);
  await watch.stop();
  await pool.end();
  await setReadOnly(name, false);
  await administrate(`drop database ${name}_b with (force)`);
  vi.restoreAllMocks();
});
