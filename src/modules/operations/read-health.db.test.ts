import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { gauges, healthOf } from "#src/modules/operations/queries.server.ts";
import { factsOf } from "#src/modules/operations/store.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();

test("who is no admin is refused", async () => {
  const as = (role: string) => database.ctx({ actor: { kind: "user", role } });
  expect(await healthOf(as("manager"))).toEqual({ ok: false, reason: "forbidden" });
  const seen = await healthOf(as("admin"));
  expect(seen.ok && seen.health).toMatchObject({
    postgres: expect.stringMatching(/^18/),
    migration: expect.stringMatching(/^\d{4}_/),
    lastSent: null,
    providers: [{ name: "sandbox", lastMessage: null }],
    findings: [],
  });
});

test("what waits, runs and failed is counted, with the age of the oldest that could run", async () => {
  const { db, pool } = database.services;
  await addJob(db, "holds.sweep", {}, { runAt: new Date(Date.now() - 90_000) });
  await addJob(db, "holds.sweep", {}, { runAt: new Date(Date.now() + 3_600_000) });
  await addJob(db, "holds.sweep", {}, { key: "dead", maxAttempts: 1 });
  await addJob(db, "holds.sweep", {}, { key: "runs" });
  await pool.query("update graphile_worker._private_jobs set attempts = 1 where key = 'dead'");
  await pool.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x' where key = 'runs'");
  const email = (status: string, age: number) => ({
    dedupe_key: randomUUID(),
    kind: "x",
    language: "en",
    recipient: "a@b.test",
    status,
    created_at: new Date(Date.now() - age * 1000),
  });
  await db
    .insertInto("emails")
    .values([email("queued", 30), email("retry", 300), email("failed", 900), email("sent", 5000)])
    .execute();
  await db
    .insertInto("operations")
    .values({ name: "backup", ok: true, at: new Date("2026-11-20T09:00:00Z") })
    .execute();
  const since = new Date(Date.now() - 400_000);
  await db.insertInto("mail_outage").values({ since, failed_emails: "{}", last_error: "refused" }).execute();
  const facts = await factsOf(db);
  expect(facts).toMatchObject({
    jobs: { ready: 1, running: 1, dead: 1 },
    emails: { queued: 1, sending: 0, retry: 1, failed: 1 },
    messages: { waiting: 0, dead: 0, oldest: 0 },
    operations: [{ name: "backup", ok: true, at: "2026-11-20T09:00:00.000Z" }],
  });
  expect(facts.jobs.oldest).toBeGreaterThan(89);
  expect(facts.mailAway).toBeGreaterThan(399);
  expect(facts.emails.oldest).toBeGreaterThan(299);
  expect(facts.emails.oldest).toBeLessThan(899);
});

test("metrics say that the database is away instead of failing", async () => {
  const away = database.services.db.withPlugin({
    transformQuery: () => {
      throw new Error("away");
    },
    transformResult: async ({ result }) => result,
  });
  expect(await gauges({ db: away })).toMatchObject([{ name: "ronda_database_up", value: 0 }]);
  const well = await gauges(database.services);
  expect(well).toContainEqual(expect.objectContaining({ name: "ronda_database_up", value: 1 }));
  expect(well).toContainEqual(expect.objectContaining({ name: "ronda_jobs_oldest_seconds" }));
});
