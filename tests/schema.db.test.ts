import fs from "node:fs";
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
