// @module-tag process
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type DatabasePool, type Db, openDb, openPool } from "#src/platform/db.server.ts";
import { inTransaction, isUnreachable } from "#src/platform/transaction.server.ts";
import { type Watch, watchDatabase } from "#src/platform/watch-database.server.ts";
import { type OwnPostgres, ownPostgres } from "#tests/outage.ts";

// A PostgreSQL whose commits wait for a standby that isn't there: it answers, and finishes nothing that is written.

/** How long a commit may take. */
const LIMIT_MS = 1000;
const CONNECTIONS = 4;

let postgres: OwnPostgres;
let admin: pg.Client;
let prober: pg.Client;
let pool: DatabasePool;
let db: Db;
let watch: Watch;

/**
 * Sets which standby commits wait for, and settles when they do, or when none does any more. Each session reads the new setting by
 * itself, but whether one waits is decided by what the checkpointer has read, so that only a commit shows it.
 */
async function expectsStandby(name: string | null): Promise<void> {
  await admin.query(
    `alter system ${name === null ? "reset" : "set"} synchronous_standby_names${name ? ` = ${name}` : ""}`,
  );
  await admin.query("select pg_reload_conf()");
  if (name === null) await commits();
  else await expect.poll(commitWaits, { timeout: 20_000 }).toBe(true);
}

const commits = () => prober.query("select pg_logical_emit_message(true, 'test', 'commits?')");

/** Whether a commit waits for a standby; it doesn't wait any longer then. */
async function commitWaits(): Promise<boolean> {
  let isDone = false;
  const done = commits().finally(() => (isDone = true));
  const waits = "select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'";
  const { processID } = prober as unknown as { processID: number };
  const isCancelled = async () => (await admin.query(waits, [processID])).rowCount === 1;
  const waited = await vi.waitUntil(async () => (isDone ? "no" : (await isCancelled()) && "yes"), { timeout: 20_000 });
  await done;
  return waited === "yes";
}

beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  postgres = await ownPostgres();
  admin = new pg.Client({ connectionString: postgres.url(), options: "-c synchronous_commit=local" });
  await admin.connect();
  prober = new pg.Client(postgres.url());
  await prober.connect();
  await admin.query("create table notes (id int primary key)");
}, 60_000);

beforeEach(async () => {
  pool = openPool(postgres.url(), CONNECTIONS);
  db = openDb(pool);
  watch = watchDatabase(postgres.url(), {
    silenceMs: 20_000, // it answers all the time, on a busy machine as well
    onAway: () => pool.cutOff(),
    onBack: async () => pool.letBack(),
    commits: {
      limitMs: LIMIT_MS,
      isSuspect: () => pool.waitsFor(200),
      onStall: () => pool.stall(LIMIT_MS),
      onFlow: () => pool.flow(),
    },
  });
  await watch.tried;
});
afterEach(async () => {
  await expectsStandby(null);
  await watch.stop();
  await db.destroy();
});
afterAll(async () => {
  await prober.end();
  await admin.end();
  await postgres.remove();
  vi.restoreAllMocks();
});

const note = (id: number) => sql`insert into notes values (${id})`.execute(db);
const read = () => sql`select count(*) from notes`.execute(db);
/** What became of a write: `done`, or why it wasn't. */
const outcome = (writing: Promise<unknown>) =>
  writing.then(
    () => "done",
    (error: Error) => (isUnreachable(error) ? ((error as NodeJS.ErrnoException).code ?? "unknown") : error.message),
  );
const hanging = async () =>
  (await admin.query<{ n: number }>("select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'"))
    .rows[0]!.n;

test("writes that hang are let go, nothing new hangs, and reading goes on", async () => {
  await note(0);
  await expectsStandby("nobody");
  // more than there are connections, so that readers would find none
  const writes = Array.from({ length: CONNECTIONS - 1 }, (_, i) => outcome(note(i + 1)));
  writes.push(outcome(inTransaction(pool, (client) => client.query("insert into notes values (99)"))));
  const reads = Array.from({ length: 3 }, () => outcome(read()));
  expect(await Promise.all(writes)).toEqual(writes.map(() => "DATABASE_AWAY"));
  expect(await Promise.all(reads)).toEqual(["done", "done", "done"]);
  expect(pool).toMatchObject({ isStalled: true, isAway: false, takesNoWrites: true });
  const hung = await hanging();
  expect(hung, "the writes, and the watch's own").toBe(CONNECTIONS + 1);

  // 25006: PostgreSQL itself refuses to write
  expect(await outcome(note(5))).toBe("25006");
  expect(await outcome(inTransaction(pool, (client) => client.query("insert into notes values (6)")))).toBe("25006");
  expect(await outcome(db.transaction().execute((tx) => sql`insert into notes values (7)`.execute(tx)))).toBe("25006");
  expect(await outcome(db.transaction().execute((tx) => sql`select 1`.execute(tx)))).toBe("done");
  const rows = await Promise.all(Array.from({ length: 9 }, () => read()));
  expect(rows).toHaveLength(9);
  expect(await hanging()).toBe(hung);

  await expectsStandby(null);
  await expect.poll(() => pool.isStalled, { timeout: 20_000 }).toBe(false);
  expect(await outcome(note(8))).toBe("done");
  // what was let go was written after all: whoever asked for it may ask again
  const { rows: record } = await admin.query<{ id: number }>("select id from notes order by id");
  expect(record.map(({ id }) => id)).toEqual([0, 1, 2, 3, 8, 99]);
});

test("a transaction that began before and comes to its end later is let go too", async () => {
  const begun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const slow = outcome(
    inTransaction(pool, async (client) => {
      await client.query("insert into notes values (20)");
      begun.resolve();
      await goesOn.promise;
    }),
  );
  await begun.promise;
  await expectsStandby("nobody");
  expect(await outcome(note(21))).toBe("DATABASE_AWAY");
  goesOn.resolve();
  expect(await slow).toBe("DATABASE_AWAY");
});

test("a slow read alone stalls nothing", async () => {
  expect(await outcome(sql`select pg_sleep(1.5)`.execute(db))).toBe("done"); // sleeps: longer than the watch is patient
  expect(pool.isStalled).toBe(false);
});

test("where nobody writes it is noticed as well", async () => {
  await expectsStandby("nobody");
  await expect.poll(() => pool.isStalled, { timeout: 20_000 }).toBe(true);
  expect(await outcome(read())).toBe("done");
});
