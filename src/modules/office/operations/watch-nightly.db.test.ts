import { beforeEach, expect, test } from "vitest";
import { NIGHTLY, type NightlyJob } from "#src/kernel/job-order.ts";
import { forgetFacts, healthFindings } from "#src/modules/office/operations/queries.server.ts";
import { watchNightly } from "#src/modules/office/operations/watch-nightly.server.ts";
import { attentionCounts, waitingItems } from "#src/modules/office/reports/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { later } from "#tests/seeds.ts";

const database = freshDatabase();
const HOUR = 60;
const admin = () => database.ctx({ actor: { kind: "user", role: "admin" } });
beforeEach(() => database.services.db.deleteFrom("nightly_jobs").execute());

/** Runs a job some minutes after a first night, in which it does this. */
async function run(name: NightlyJob, minutes: number, job: () => Promise<void>) {
  const jobs = Object.fromEntries(NIGHTLY.map((one) => [one, job])) as Record<NightlyJob, () => Promise<void>>;
  await watchNightly({ ...database.services, clock: () => later(minutes) }, jobs)[name]();
}
const well = () => Promise.resolve();
const badly = () => Promise.reject(new Error("no"));
async function named() {
  forgetFacts(database.services);
  const [finding] = (await healthFindings(admin())).filter(({ check }) => check === "nightly_failed");
  return finding?.jobs ?? [];
}

test("a job that fails is told of the second night in a row, by name, until it has gone well", async () => {
  await run("payments.reconcile", 0, well);
  await run("ledger.check", 0, well);
  await expect(run("payments.reconcile", 24 * HOUR, badly)).rejects.toThrow("no");
  // tried again for hours
  await expect(run("payments.reconcile", 33 * HOUR, badly)).rejects.toThrow("no");
  expect(await named()).toEqual([]);
  await expect(run("payments.reconcile", 48 * HOUR, badly)).rejects.toThrow("no");
  const failing = { name: "payments.reconcile", since: later(24 * HOUR).toISOString() };
  expect(await named()).toEqual([failing]);
  expect((await waitingItems(admin())).of.health).toMatchObject([{ kind: failing.name, at: failing.since }]);
  expect((await attentionCounts(admin())).health).toMatchObject({ count: 1 });
  expect((await waitingItems(database.ctx({ actor: { kind: "user", role: "support" } }))).of.health).toBeUndefined();
  await run("payments.reconcile", 49 * HOUR, well);
  expect(await named()).toEqual([]);
});

test("one night between that goes well begins anew", async () => {
  for (const [night, goes] of [badly, well, badly, well, badly].entries())
    await run("records.purge", night * 24 * HOUR, goes).catch(() => {});
  expect(await named()).toEqual([]);
  await run("records.purge", 5 * 24 * HOUR, badly).catch(() => {});
  expect(await named()).toMatchObject([{ name: "records.purge" }]);
});

test("one that dies with its process has failed", async () => {
  const dead = () => new Promise<void>(() => {});
  void run("months.keep", 0, dead);
  const begun = () => database.services.db.selectFrom("nightly_jobs").select("name").execute();
  await expect.poll(begun).toHaveLength(1);
  void run("months.keep", 24 * HOUR, dead);
  await expect.poll(named).toMatchObject([{ name: "months.keep", since: later(0).toISOString() }]);
});
