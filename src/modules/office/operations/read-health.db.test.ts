import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { gauges, healthFindings, healthOf } from "#src/modules/office/operations/queries.server.ts";
import { recordOperation } from "#src/modules/office/operations/record-operation.server.ts";
import { gaugesOf } from "#src/modules/office/operations/rules/gauges.ts";
import { factsOf } from "#src/modules/office/operations/store.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { Metrics } from "#src/platform/metrics.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();

test("who is no admin is refused", async () => {
  const as = (role: string) => database.ctx({ actor: { kind: "user", role } });
  expect(await healthOf(as("manager"))).toEqual({ ok: false, reason: "forbidden" });
  const health = await healthOf(as("admin"));
  expect(health.ok && health.health).toMatchObject({
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
    operations: [{ name: "backup", ok: true, at: "2026-11-20T09:00:00.000Z", okAt: "2026-11-20T09:00:00.000Z" }],
  });
  expect(facts.jobs.oldest).toBeGreaterThan(89);
  expect(facts.mailAway).toBeGreaterThan(399);
  expect(facts.emails.oldest).toBeGreaterThan(299);
  expect(facts.emails.oldest).toBeLessThan(899);
});

test("an address that a server refuses makes no email old, unless the server takes none or the retry is overdue", async () => {
  const { db } = database.services;
  await db.deleteFrom("emails").execute();
  await db.deleteFrom("mail_outage").execute();
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const refused = { dedupe_key: randomUUID(), kind: "x", language: "en", recipient: "typo@b.test", status: "retry" };
  await db
    .insertInto("emails")
    .values({ ...refused, created_at: ago(9000), next_try_at: ago(-600) })
    .execute();
  const oldest = async () => Math.round((await factsOf(db)).emails.oldest / 100) * 100;
  expect(await oldest()).toBe(0);
  await db
    .updateTable("emails")
    .set({ next_try_at: ago(800) })
    .execute();
  expect(await oldest()).toBe(800);
  await db
    .insertInto("mail_outage")
    .values({ since: ago(400), failed_emails: "{}", last_error: "refused" })
    .execute();
  expect(await oldest()).toBe(9000);
});

test("a backup that fails doesn't make the last good one younger", async () => {
  const { db } = database.services;
  await db.deleteFrom("operations").execute();
  const run = (hour: number, ok: boolean) =>
    recordOperation(db, { name: "backup", at: new Date(`2026-11-20T0${hour}:00:00Z`), ok, details: { hour } });
  const lookup = async () =>
    (await factsOf(db)).operations.map(({ at, okAt }) => [at.slice(11, 13), okAt?.slice(11, 13)]);
  await run(1, false);
  expect(await lookup()).toEqual([["01", undefined]]);
  await run(2, true);
  await run(3, false);
  await run(4, false);
  expect(await lookup()).toEqual([["04", "02"]]);
  const { details } = await db.selectFrom("operations").select("details").executeTakeFirstOrThrow();
  expect(details).toMatchObject({ hour: 4 });
  const timestamps = gaugesOf(await factsOf(db)).filter(({ name }) => name === "ronda_operation_ok_timestamp_seconds");
  expect(timestamps.map(({ value }) => new Date(value * 1000).getUTCHours())).toEqual([2]);
  await run(5, true);
  expect(await lookup()).toEqual([["05", "05"]]);
});

test("a provider that fails is found by what was asked of it in five minutes", async () => {
  const ctx = { ...database.ctx({ actor: { kind: "user", role: "admin" } }), metrics: new Metrics() };
  const found = async () => (await healthFindings(ctx)).filter(({ check }) => check === "provider_failing");
  for (let i = 0; i < 4; i++) ctx.metrics.called("sandbox", "fetchState", "failed", 1);
  expect(await found()).toEqual([]);
  ctx.metrics.called("sandbox", "fetchState", "resting", 1);
  expect(await found()).toEqual([{ check: "provider_failing", level: "alarm", value: 1, provider: "sandbox" }]);
  const health = await healthOf(ctx);
  expect(health.ok && health.health.providers).toMatchObject([{ name: "sandbox", failing: 1 }]);
  expect(health.ok && health.health.pool).toMatchObject({ most: ctx.settings.DB_POOL });
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
