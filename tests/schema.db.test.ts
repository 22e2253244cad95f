import fs from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import pg from "pg";
import { describeTables, dumpSchema } from "#db/dump.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();

test("db/schema.sql and db/tables.ts are what the migrations make (npm run db dump)", async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  expect(await dumpSchema(client)).toBe(fs.readFileSync("db/schema.sql", "utf8"));
  const bare = (text: string) => text.replaceAll(/\s+/g, "");
  expect(bare(await describeTables(client))).toBe(bare(fs.readFileSync("db/tables.ts", "utf8")));
  await client.end();
});

test("the audit log takes no change and no deletion", async () => {
  const { db } = database.services;
  await db
    .insertInto("audit_log")
    .values({ actor_kind: "system", action: "x", subject_type: "y", subject_id: "z" })
    .execute();
  await expect(db.updateTable("audit_log").set({ action: "w" }).execute()).rejects.toThrow("append-only");
  await expect(db.deleteFrom("audit_log").execute()).rejects.toThrow("append-only");
});

test("nothing is decided by who did it, which goes with their account: a decision has a column of its own", async () => {
  const { db } = database.services;
  const { rows: gone } = await sql<{ name: string }>`
    select distinct a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confdeltype = 'n' and c.confrelid = '"user"'::regclass`.execute(db);
  // whose a thing is stands in user_id, and nobody's is nobody's
  const names = gone.map(({ name }) => name).filter((name) => name !== "user_id");
  expect(names).toEqual(expect.arrayContaining(["no_show_by", "looked_by", "taker_id"]));
  const { rows } = await sql<{ name: string; text: string }>`
    select proname as name, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and contype = 'c'
    union all select viewname, definition from pg_views where schemaname = 'public'`.execute(db);
  const sources = fs
    .globSync("src/modules/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] })
    .map((name) => ({ name, text: fs.readFileSync(name, "utf8") }));
  const found = (text: string) => names.filter((name) => decidesBy(name, text));
  const deciding = [...rows, ...sources].flatMap(({ name, text }) => found(text).map((column) => `${name}: ${column}`));
  expect(deciding).toEqual([
    // who closed a till alone handed it to nobody, which stays so
    "closed_alone_has_its_reason: taker_id",
    // whose account is gone can't be asked what they may: the system ends what they began, as it would have been
    "src/modules/partners/commission/close-month.server.ts: asked_by",
  ]);
  // what a new one would look like
  expect(found("select b.no_show_by is not null as was_there")).toEqual(["no_show_by"]);
  expect(found('.where("t.taker_id", "is", null)')).toEqual(["taker_id"]);
  expect(found("(row) => row.looked_by !== null")).toEqual(["looked_by"]);
  expect(found("new.created_by is null then return new"), "a trigger lets the account go").toEqual([]);
});

/** Whether SQL or code asks whether a column is null. */
const decidesBy = (column: string, text: string): boolean =>
  new RegExp(
    String.raw`(?<!new\.)\b${column}\)? is (not )?null|\b${column}", "is( not)?"|\b${column} (===?|!==?) null|[!(]\w+\.${column}[)?]`,
    "i",
  ).test(text);
