import { sql } from "kysely";
import { expect, test } from "vitest";
import { addJob, freeAbandonedJobs } from "#src/platform/jobs.server.ts";
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
