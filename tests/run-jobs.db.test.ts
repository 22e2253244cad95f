import net from "node:net";
import { parseCronItems } from "graphile-worker";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { type JobName, PRIORITY } from "#src/kernel/job-order.ts";
import { openPool } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { runJobs } from "#src/platform/run-jobs.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();

// each by itself: a transaction that locked both tables could deadlock with the runner at work
const REFUSE = [
  "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$",
  "create trigger refuse before delete on graphile_worker._private_jobs execute function refuse()",
  "create trigger refuse before update on job_workers for each row execute function refuse()",
];
const ALLOW = [
  "drop trigger refuse on graphile_worker._private_jobs",
  "drop trigger refuse on job_workers",
  "drop function refuse",
];

/** A way to the database on which connections stand only once `open` was called. */
async function lateDatabase(url: string) {
  const { hostname, port } = new URL(url);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const socket of [near, far]) socket.on("error", () => [near, far].forEach((one) => one.destroy()));
    void opened.then(() => near.pipe(far).pipe(near));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const late = new URL(url);
  late.port = String((server.address() as net.AddressInfo).port);
  return { url: late.href, open, close: () => server.close() };
}

test.each([
  ["", false],
  [", whose own connection came after it", true],
])(
  "a runner that could neither record a job's end nor give it back%s does so while the process goes on",
  async (_, isLate) => {
    const { db } = database.services;
    const late = await lateDatabase(database.url);
    const pool = openPool(database.url, 5);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    let ran = 0;
    if (!isLate) late.open();
    const jobs = runJobs({
      pool,
      urls: late.url,
      taskList: { "records.purge": () => void ran++ },
      cronItems: [],
      lookMs: 100,
    });
    await jobs.started;
    late.open();
    const workers = async () =>
      (await db.selectFrom("job_workers").where("missing_since", "is", null).selectAll().execute()).length;
    // a connection that has come but can't say so would count as one that takes no writes
    await expect.poll(workers, { timeout: 20_000, message: "a runner" }).toBe(1);
    for (const one of REFUSE) await sql.raw(one).execute(db);
    await addJob(db, "records.purge", {});
    await expect.poll(() => ran, { timeout: 20_000 }).toBe(1);
    await expect.poll(workers, { timeout: 20_000, message: "another runner" }).toBe(2);
    await expect.poll(() => logged.mock.calls.flat().join("\n"), { timeout: 20_000 }).toContain("jobs.lease");
    for (const one of ALLOW) await sql.raw(one).execute(db);
    await expect.poll(() => ran, { timeout: 20_000 }).toBe(2);
    await expect.poll(workers, { timeout: 20_000 }).toBe(1);
    await jobs.stop();
    logged.mockRestore();
    await pool.end();
    late.close();
  },
);

/** A runner in an empty queue, whose jobs each last until the test ends them. */
async function startHeld(...names: JobName[]) {
  const { db } = database.services;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const pool = openPool(database.url, 10);
  /** What each job that was begun is about, in order. */
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const hold = (payload: unknown) =>
    new Promise<void>((end) => {
      begun.push((payload as { about: string }).about);
      ends.push(end);
    });
  const taskList = Object.fromEntries(names.map((name) => [name, hold]));
  const start = () => runJobs({ pool, urls: database.url, taskList, cronItems: [] });
  const stop = async (jobs: ReturnType<typeof start>) => {
    await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(db);
    for (const end of ends) end();
    await jobs.stop();
    await pool.end();
  };
  return { db, begun, ends, start, stop };
}

test.each([
  ["next, behind all the letters that wait", PRIORITY.last, "confirmation"],
  ["one of many where letters are as urgent", PRIORITY.at_once, "letter"],
])("a confirmation is %s", async (_, place, next) => {
  const { db, begun, ends, start, stop } = await startHeld("email.send");
  await sql`select graphile_worker.add_job('email.send', '{"about": "letter"}', priority := ${place}::int)
    from generate_series(1, 2000)`.execute(db);
  const jobs = start();
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(5);
  await addJob(db, "email.send", { about: "confirmation" });
  ends[0]!();
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(6);
  expect(begun.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "letter"));
  expect(begun[5]).toBe(next);
  await stop(jobs);
});

test("rounds that don't end keep no confirmation and no payment company waiting, only what nobody waits for", async () => {
  const { db, begun, ends, start, stop } = await startHeld(
    "payments.poll",
    "refund.submit",
    "email.send",
    "provider-event.process",
  );
  for (let n = 0; n < 6; n++) await addJob(db, "payments.poll", { about: "round" });
  const jobs = start();
  await expect.poll(() => begun, { timeout: 20_000 }).toEqual(["round", "round", "round"]);
  await addJob(db, "refund.submit", { about: "refund" });
  await addJob(db, "email.send", { about: "confirmation" });
  await addJob(db, "provider-event.process", { about: "message" });
  await expect.poll(() => begun.slice(3).toSorted(), { timeout: 20_000 }).toEqual(["confirmation", "message"]);
  ends[0]!();
  await expect.poll(() => begun[5], { timeout: 20_000 }).toBe("refund");
  await stop(jobs);
});

/** A runner whose schedule has one task for every minute, on a clock that stands two seconds before its next minute until it is set. */
async function startClock() {
  const { db } = database.services;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await sql`delete from graphile_worker._private_known_crontabs`.execute(db);
  await db.deleteFrom("job_workers").execute(); // those of runners that have ended
  const pool = openPool(database.url, 10);
  const began = NOON.getTime() + 58_000;
  vi.useFakeTimers({ toFake: ["Date"], now: began });
  /** Waits until it is so while the clock stands: the poll itself would set it forward. */
  const meanwhile = (at: number, isSo: () => Promise<boolean>) =>
    expect.poll(() => (vi.setSystemTime(at), isSo()), { timeout: 20_000 }).toBe(true);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const cronItems = parseCronItems([{ task: "records.purge", match: "* * * * *", options: { backfillPeriod: 0 } }]);
  const jobs = runJobs({ pool, urls: database.url, taskList: { "holds.sweep": () => {} }, cronItems, lookMs: 50 });
  await jobs.started;
  const workers = async () => (await db.selectFrom("job_workers").select("id").execute()).map(({ id }) => id);
  await meanwhile(began, async () => (await workers()).length > 0);
  const first = await workers();
  const lookup = () => sql`select from graphile_worker._private_known_crontabs`.execute(db);
  await meanwhile(began, async () => (await lookup()).rows.length === 1);
  /** Sets the clock, and settles when the runner has been followed by another. */
  const jumps = (to: number) => meanwhile(to, async () => (await workers()).some((id) => !first.includes(id)));
  /** The minutes that jobs were queued for. */
  const queued = async () => {
    const { rows } = await sql<{ at: string }>`select payload -> '_cron' ->> 'ts' as at
      from graphile_worker._private_jobs order by id`.execute(db);
    return rows.map(({ at }) => at);
  };
  /** Lets the clock run from an instant, as fast as the real one, until a job is queued for its next minute. */
  const runsFrom = async (at: number) => {
    const minute = new Date(Math.ceil(at / 60_000) * 60_000).toISOString();
    const from = performance.now();
    const step = () => (vi.setSystemTime(at + performance.now() - from), queued());
    await expect.poll(step, { timeout: 20_000, interval: 20 }).toContain(minute);
  };
  const stop = async () => {
    await jobs.stop();
    vi.useRealTimers();
    logged.mockRestore();
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    await pool.end();
  };
  return { db, began, queued, jumps, runsFrom, said: () => logged.mock.calls.flat().join("\n"), stop };
}

const DAY_MS = 24 * 3_600_000;

test("a clock that goes forward by 59 days isn't made up for minute by minute", async () => {
  const clock = await startClock();
  const there = clock.began + 59 * DAY_MS;
  await clock.jumps(there);
  expect(clock.said()).toContain("the clock jumped by");
  await clock.runsFrom(there);
  expect((await clock.queued()).length).toBeLessThan(5);
  await clock.stop();
});

test("a clock that goes back by three hours stops no schedule", async () => {
  const clock = await startClock();
  const there = clock.began - 3 * 3_600_000;
  await sql`update graphile_worker._private_known_crontabs set last_execution = ${new Date(clock.began)}`.execute(
    clock.db,
  );
  await clock.jumps(there);
  expect(clock.said()).toContain("the clock jumped by");
  await clock.runsFrom(there);
  await clock.stop();
});

test(
  "what a worker has noted whose clock is ahead keeps no other from its schedule",
  { timeout: 150_000 },
  async () => {
    const clock = await startClock();
    const noted = new Date(clock.began + 59 * DAY_MS);
    await sql`update graphile_worker._private_known_crontabs set last_execution = ${noted}`.execute(clock.db);
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{
            at: Date;
          }>`select last_execution as at from graphile_worker._private_known_crontabs`.execute(clock.db);
          return rows[0]?.at;
        },
        { timeout: 20_000 },
      )
      .not.toEqual(noted);
    await clock.runsFrom(clock.began);
    await clock.stop();
  },
);
