import { expect, test } from "vitest";
import { addJob } from "#src/platform/jobs.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { fingerprint } from "#tests/fingerprint.ts";
import { addCrawl, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();

test("a row that is added, changed or deleted is seen, a job as well, and nothing else", async () => {
  const { db, pool } = database.services;
  await seedMinimal(db);
  const changedBy = async (act: () => Promise<unknown>) => {
    const before = await fingerprint(pool, ["cities"]);
    await act();
    const after = await fingerprint(pool, ["cities"]);
    return Object.keys(after).filter((table) => after[table] !== before[table]);
  };
  expect(await changedBy(() => pool.query("select 1"))).toEqual([]);
  expect(await changedBy(() => addCrawl(db, { title: "Another" }))).toEqual(["pub_crawls"]);
  expect(await changedBy(() => pool.query("update pub_crawls set title = 'B' where title = 'Another'"))).toEqual([
    "pub_crawls",
  ]);
  expect(await changedBy(() => pool.query("delete from pub_crawls where title = 'B'"))).toEqual(["pub_crawls"]);
  expect(await changedBy(() => pool.query("update cities set name = 'C'"))).toEqual([]);
  const jobs = await changedBy(() => addJob(db, "email.send", { id: "x" }, {}));
  expect(jobs.join()).toContain("jobs");
  const entry = "insert into audit_log (actor_kind, action, subject_type, subject_id) values ('system', 'x', 'y', 'z')";
  expect(await changedBy(() => pool.query(entry)), "a table in months").toEqual(["audit_log"]);
});
