import net from "node:net";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { openPool } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { runJobs } from "#src/platform/run-jobs.server.ts";
import { freshDatabase } from "#tests/database.ts";

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
    const jobs = runJobs({ pool, urls: late.url, taskList: { once: () => void ran++ }, cronItems: [], lookMs: 100 });
    await jobs.started;
    late.open();
    const workers = async () =>
      (await db.selectFrom("job_workers").where("missing_since", "is", null).selectAll().execute()).length;
    // a connection that has come but can't say so would count as one that takes no writes
    await expect.poll(workers, { timeout: 20_000, message: "a runner" }).toBe(1);
    for (const one of REFUSE) await sql.raw(one).execute(db);
    await addJob(db, "once", {});
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
