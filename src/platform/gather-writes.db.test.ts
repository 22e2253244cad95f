import { sql } from "kysely";
import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeNow, writeOf } from "#src/platform/gather-writes.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const SETTING = writeOf({ added: "insert into app_settings (key, value) values ($1, $2)" });
const CHANGE = writeOf({ changed: "update app_settings set value = value || $2 where key = $1" });
const RATE = writeOf({
  added:
    "insert into currency_rates (currency, per_usd, date) values ($1, $2::numeric, '2026-11-20') returning currency",
  named: "insert into app_settings (key, value) select 'rate of ' || currency, $2::text from {added}",
});
const LOCK = writeOf({ found: "select pg_advisory_xact_lock($1::bigint)" });

const statements = vi.spyOn(pg.Client.prototype, "query");
const db = () => database.services.db;
const inTransaction = (work: (tx: Tx) => Promise<unknown>) => db().transaction().execute(work);
const valuesOf = async (on: Db | Tx) => {
  const { rows } = await sql<{ value: string }>`select value from app_settings order by key`.execute(on);
  return rows.map(({ value }) => value);
};

beforeEach(async () => {
  await sql`delete from app_settings`.execute(db());
  await sql`delete from currency_rates`.execute(db());
  statements.mockClear();
});

test("what a transaction writes is sent together, before it commits", async () => {
  await inTransaction(async (tx) => {
    await writeLater(tx, SETTING, ["a", "1"]);
    await writeLater(tx, SETTING, ["b", "2"]);
    await writeLater(tx, RATE, ["EUR", "0.9"]);
    await writeLater(tx, LOCK, [7]);
  });
  expect(statements).toHaveBeenCalledTimes(3); // begin, all of it, commit
  expect(await valuesOf(db())).toEqual(["1", "2", "0.9"]);
});

test("the application's bundle has a copy of its own, whose writes are gathered as well, and are no others'", async () => {
  vi.resetModules();
  const copy = await import("#src/platform/gather-writes.server.ts");
  expect(copy.writeOf).not.toBe(writeOf);
  const NOTED = copy.writeOf({ added: "insert into app_settings (key, value) values ('copy', $1)" });
  await inTransaction(async (tx) => {
    await copy.writeLater(tx, NOTED, ["1"]);
    await writeLater(tx, SETTING, ["own", "2"]);
  });
  expect(statements).toHaveBeenCalledTimes(3);
  expect(await valuesOf(db())).toEqual(["1", "2"]);
});

test("what is written by the thousand is sent in portions", async () => {
  await inTransaction(async (tx) => {
    for (let n = 0; n < 1000; n++) await writeLater(tx, SETTING, [String(n).padStart(4, "0"), String(n)]);
  });
  expect(statements).toHaveBeenCalledTimes(2 + 50);
  expect(await valuesOf(db())).toEqual(Array.from({ length: 1000 }, (_, n) => String(n)));
});

test("a function that writes is called where it is all there is", async () => {
  await inTransaction(async (tx) => {
    await writeLater(tx, LOCK, [8]);
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = 8`.execute(tx);
    expect(rows).toHaveLength(1);
  });
});

test("whoever reads in the transaction sees what was written before", async () => {
  await inTransaction(async (tx) => {
    await writeLater(tx, SETTING, ["a", "1"]);
    expect(await valuesOf(tx)).toEqual(["1"]);
    await writeLater(tx, SETTING, ["b", "2"]);
  });
  expect(await valuesOf(db())).toEqual(["1", "2"]);
});

test("a row that is written and changed, and changed again, has both changes", async () => {
  await inTransaction(async (tx) => {
    await writeLater(tx, SETTING, ["a", "1"]);
    await writeLater(tx, CHANGE, ["a", "2"]);
    await writeLater(tx, CHANGE, ["a", "3"]);
  });
  expect(await valuesOf(db())).toEqual(["123"]);
});

test("nothing of a transaction that fails is written, before or after it was sent", async () => {
  const failed = inTransaction(async (tx) => {
    await writeLater(tx, SETTING, ["a", "1"]);
    await valuesOf(tx);
    await writeLater(tx, SETTING, ["b", "2"]);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await valuesOf(db())).toEqual([]);
  await inTransaction((tx) => writeLater(tx, SETTING, ["c", "3"]));
  expect(await valuesOf(db())).toEqual(["3"]);
});

test("a write that fails fails its transaction", async () => {
  const failed = inTransaction(async (tx) => {
    await writeLater(tx, RATE, ["EUR", "0.9"]);
    await writeLater(tx, SETTING, ["a", null]);
  });
  await expect(failed).rejects.toThrow("null value");
  expect(await valuesOf(db())).toEqual([]);
});

test("what was written after a savepoint goes back with it, and what was written before stays", async () => {
  await inTransaction(async (tx) => {
    await writeLater(tx, SETTING, ["a", "1"]);
    await sql`savepoint here`.execute(tx);
    await writeLater(tx, SETTING, ["b", "2"]);
    await sql`rollback to savepoint here`.execute(tx);
  });
  expect(await valuesOf(db())).toEqual(["1"]);
});

test("without a transaction, or for whoever asks what it wrote, it is written at once", async () => {
  await writeLater(db(), SETTING, ["a", "1"]);
  expect(await valuesOf(db())).toEqual(["1"]);
  const FOUND = writeOf({
    changed: "update app_settings set value = '2' where key = $1 returning key",
    of: "select key from {changed}",
  });
  await inTransaction(async (tx) => {
    await writeLater(tx, SETTING, ["b", "1"]);
    expect(await writeNow(tx, FOUND, ["a"])).toEqual([{ key: "a" }]);
    expect(await writeNow(tx, FOUND, ["c"])).toEqual([]);
  });
});
