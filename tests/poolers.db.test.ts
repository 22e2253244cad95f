import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type DatabasePool, type Db, openDb, openPool } from "#src/platform/db.server.ts";
import { inTime, inTransaction, isBusy } from "#src/platform/transaction.server.ts";
import { freshDatabase } from "#tests/database.ts";

// What a pool does through a pooler, which hands every transaction another connection: no connection keeps anything.

const database = freshDatabase();
let pool: DatabasePool;
let db: Db;
beforeAll(() => {
  pool = openPool(database.url, 2, { pooled: true });
  db = openDb(pool);
});
afterAll(() => db.destroy());

const LIMITS = sql<{ statement: string; lock: string; idle: string; compiled: string }>`select
  current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as compiled`;
const EXPECTED = [{ statement: "15s", lock: "3s", idle: "30s", compiled: "off" }];

describe("limits hold", () => {
  test("for a statement alone", async () => {
    for (const on of [db, database.services.db]) expect((await LIMITS.execute(on)).rows).toEqual(EXPECTED);
    expect((await pool.query("select current_setting('statement_timeout') as statement")).rows).toEqual([
      { statement: "15s" },
    ]);
  });

  test("in a transaction, where one may set its own", async () => {
    expect((await db.transaction().execute((tx) => LIMITS.execute(tx))).rows).toEqual(EXPECTED);
    const isolated = db.transaction().setIsolationLevel("repeatable read");
    expect((await isolated.execute((tx) => LIMITS.execute(tx))).rows).toEqual(EXPECTED);
    expect(await inTime(db, 10, (tx) => sql`select pg_sleep(5)`.execute(tx))).toBeNull(); // sleeps: it is cut off
  });

  test("again after a transaction has ended, and nothing is prepared", async () => {
    await LIMITS.execute(db);
    const result = await inTransaction(pool, async (client) => {
      await client.query("commit");
      return client.query("show statement_timeout");
    });
    expect(result.rows).toEqual([{ statement_timeout: "15s" }]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(db);
    for (let i = 0; i < 9; i++) await sql`select ${i}::int as n`.execute(db);
    for (let i = 0; i < 3; i++) await pool.query({ name: "named", text: "select $1::int as n", values: [i] });
    expect((await sql`select count(*)::int as n from pg_prepared_statements`.execute(db)).rows).toEqual(rows);
  });
});

test("a statement alone is committed, and one that fails isn't", async () => {
  await sql`create table written (id int primary key)`.execute(db);
  await sql`insert into written values (1)`.execute(db);
  await expect(sql`insert into written values (2), (1)`.execute(db)).rejects.toThrow("duplicate key");
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow("division by zero");
  const { rows } = await sql`select id from written`.execute(database.services.db);
  expect(rows).toEqual([{ id: 1 }]);
});

test("who waits for a lock waits for three seconds", async () => {
  await sql`create table locked (id int primary key)`.execute(db);
  await sql`insert into locked values (1)`.execute(db);
  const goesOn = Promise.withResolvers<void>();
  const held = database.services.db.transaction().execute(async (tx) => {
    await sql`select from locked for update`.execute(tx);
    await goesOn.promise;
  });
  await vi.waitUntil(
    async () => (await pool.query("select from pg_locks where mode = 'RowShareLock'")).rowCount !== 0,
    { timeout: 20_000 },
  );
  await expect(sql`update locked set id = 2`.execute(db)).rejects.toSatisfy(isBusy);
  goesOn.resolve();
  await held;
});
