import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Db, openDb, openPool, planNames } from "#src/platform/db.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();

let db: Db;
beforeEach(async () => {
  db = openDb(openPool(database.url, 1)); // plans belong to a connection
  await sql`create table sample (id int primary key, name text not null)`.execute(db);
  await sql`insert into sample select n, 'n' || n from generate_series(1, 50) n`.execute(db);
});
afterEach(async () => {
  await sql`drop table sample`.execute(db);
  await db.destroy();
});

const NAMED = (id: number) => sql<{ name: string }>`select id, name from sample where id = ${id}`;
const WHOLE = (id: number) => sql<{ name: string }>`select * from sample where id = ${id}`;

/** Queries ten rows and returns the last one. */
async function askOften(one: (id: number) => RawBuilder<{ name: string }>) {
  for (let id = 1; id < 10; id++) await one(id).execute(db);
  return (await one(10).execute(db)).rows[0];
}

async function keptPlans(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map((row) => row.statement).filter((text) => text.includes("sample"));
}

test("a statement that is asked again and again is planned once, and answers as before", async () => {
  expect(await askOften(NAMED)).toEqual({ id: 10, name: "n10" });
  expect(await keptPlans()).toEqual(["select id, name from sample where id = $1"]);
});

test("a column that a migration adds breaks no statement, for none that gives all columns is kept", async () => {
  for (const ask of [NAMED, WHOLE]) await askOften(ask);
  await sql`alter table sample add column more text`.execute(db);
  expect(await askOften(NAMED)).toEqual({ id: 10, name: "n10" });
  expect(await askOften(WHOLE)).toEqual({ id: 10, name: "n10", more: null });
  expect(await keptPlans()).toHaveLength(1);
});

test("it would break one that is kept all the same", async () => {
  const pool = openPool(database.url, 1);
  const record = { name: "whole", text: "select * from sample where id = $1", values: [1] };
  await pool.query(record);
  await sql`alter table sample add column more text`.execute(db);
  await expect(pool.query(record)).rejects.toThrow("cached plan must not change result type");
  await pool.end();
});

const request = (names: ReturnType<typeof planNames>, text: string, times: number) => {
  for (let n = 1; n < times; n++) names(text);
  return names(text);
};

test.each([
  ["select id from t where id = $1", 4, false],
  ["select id from t where id = $1", 5, true],
  ["select count(*) from t where id = $1", 5, true],
  ["select * from t where id = $1", 99, false],
  ['select "t".* from t where id = $1', 99, false],
  ["insert into t (id) values ($1) returning *", 99, false],
])("%s, asked %i times, is kept: %s", (text, times, expected) => {
  expect(request(planNames(), text, times) !== undefined).toBe(expected);
});

test("a statement keeps its name, no two share one, and no more than 200 have one", () => {
  const names = planNames();
  const input = Array.from({ length: 300 }, (_, n) => request(names, `select ${n}`, 5));
  expect(new Set(input.slice(0, 200)).size).toBe(200);
  expect(input.slice(200)).toEqual(Array.from({ length: 100 }, () => undefined));
  expect(names("select 7")).toBe(input[7]);
});
