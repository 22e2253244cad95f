import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { addJob, dropLease, forgetDeadJobs, freeAbandonedJobs, holdLease } from "#src/platform/jobs.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();

test.each([
  ["11 minutes", 0],
  ["9 minutes", 1],
])("a job that a worker took %s ago leaves %i locked", async (ago, locked) => {
  const { db } = database.services;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await addJob(db, "records.purge", {});
  await sql`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - ${ago}::interval`.execute(
    db,
  );
  await freeAbandonedJobs(db);
  const { rows } = await sql<{ n: number }>`select count(locked_at)::int as n from graphile_worker.jobs`.execute(db);
  expect(rows[0]?.n).toBe(locked);
});

test("nothing abandoned is nothing to do", async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database.services.db);
  await expect(freeAbandonedJobs(database.services.db)).resolves.toBeUndefined();
});

/** Other files' databases are in the same cluster, whose locks are listed together. */
const HERE = sql`database = (select oid from pg_database where datname = current_database())`;

test("a worker with a lease lives for as long as its connection, however long it takes; then its jobs are free", async () => {
  const { db } = database.services;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const connection = new pg.Client(database.url);
  await connection.connect();
  await holdLease(connection, "frozen");
  await addJob(db, "records.purge", {});
  await sql`update graphile_worker._private_jobs set locked_by = 'frozen', locked_at = now() - interval '3 hours'`.execute(
    db,
  );
  const locked = async () => {
    await freeAbandonedJobs(db);
    const { rows } = await sql<{ n: number }>`select count(locked_at)::int as n from graphile_worker.jobs`.execute(db);
    return rows[0]?.n;
  };
  const pass = (seconds: number) =>
    sql`update job_workers set missing_since = missing_since - ${`${seconds} seconds`}::interval`.execute(db);
  expect([await locked(), await locked()]).toEqual([1, 1]);
  await connection.end();
  await expect
    .poll(async () => (await sql`select from pg_locks where locktype = 'advisory' and ${HERE}`.execute(db)).rows)
    .toEqual([]);
  expect(await locked(), "missed now").toBe(1);
  await pass(14);
  expect(await locked(), "it may come back").toBe(1);
  await pass(1);
  expect(await locked()).toBe(0);
  expect(await db.selectFrom("job_workers").selectAll().execute()).toEqual([]);
});

test("a job that is handed to a worker after it gave its jobs back is free, too", async () => {
  const { db } = database.services;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const connection = new pg.Client(database.url);
  await connection.connect();
  await holdLease(connection, "late");
  await addJob(db, "records.purge", {});
  await dropLease(connection, "late");
  await sql`update graphile_worker._private_jobs set locked_by = 'late', locked_at = now()`.execute(db);
  await freeAbandonedJobs(db);
  await sql`update job_workers set missing_since = missing_since - interval '15 seconds'`.execute(db);
  await freeAbandonedJobs(db);
  const { rows } = await sql`select locked_by from graphile_worker.jobs`.execute(db);
  expect(rows).toEqual([{ locked_by: null }]);
  expect(await db.selectFrom("job_workers").selectAll().execute()).toEqual([]);
  await connection.end();
});

test("a job of one try whose worker was killed is gone: it isn't tried again, and nobody needs to hear of it", async () => {
  const { db } = database.services;
  const client = new pg.Client(database.url);
  await client.connect();
  const free: Record<string, () => Promise<void>> = {
    "by who looks for the dead": () => freeAbandonedJobs(db),
    "by its own runner": () => dropLease(client, "killed"),
  };
  for (const [how, work] of Object.entries(free)) {
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    await addJob(db, "holds.sweep", {}, { key: "once", maxAttempts: 1 });
    await addJob(db, "email.send", {}, { key: "again" });
    await addJob(db, "email.send", {}, { key: "last of many", maxAttempts: 2 });
    await sql`update graphile_worker._private_jobs set attempts = least(max_attempts, 2), locked_by = 'killed',
      locked_at = now() - interval '11 minutes'`.execute(db);
    await work();
    const { rows } = await sql`select key, locked_by, attempts from graphile_worker.jobs order by key`.execute(db);
    expect(rows, how).toEqual([
      { key: "again", locked_by: null, attempts: 2 },
      { key: "last of many", locked_by: null, attempts: 2 },
    ]);
  }
  await client.end();
});

test("jobs that failed for good are kept for two weeks; those that will be tried again, for ever", async () => {
  const { db } = database.services;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const add = async (days: number, attempts: number) => {
    await addJob(db, "records.purge", {}, { key: `${days} ${attempts}`, maxAttempts: 2 });
    await sql`update graphile_worker._private_jobs set attempts = ${attempts}, run_at = now() - ${`${days} days`}::interval
      where key = ${`${days} ${attempts}`}`.execute(db);
  };
  await add(13, 2);
  await add(15, 2);
  await add(15, 1);
  await forgetDeadJobs(db);
  const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs order by key`.execute(db);
  expect(rows.map(({ key }) => key)).toEqual(["13 2", "15 1"]);
});
