import pg from "pg";
import { expect, inject, test, vi } from "vitest";
import { watchDatabase } from "#src/platform/watch-database.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();

async function administrate(statement: string): Promise<void> {
  const client = new pg.Client(inject("databaseUrl").replace("DATABASE", "postgres"));
  await client.connect();
  await client.query(statement);
  await client.end();
}

test("a database that takes no writes any more, as after a failover, counts as away until it does", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const seen: string[] = [];
  const watch = watchDatabase(database.url, {
    silenceMs: 5000,
    onAway: () => seen.at(-1) === "away" || seen.push("away"),
    onBack: async () => seen.push("back"),
  });
  await watch.tried;
  // this session, as where its server was demoted
  await watch.client()!.query("set default_transaction_read_only = on");
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(["back", "away", "back"]);

  const name = new URL(database.url).pathname.slice(1);
  await administrate(`alter database ${name} set default_transaction_read_only = on`);
  await administrate(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(["back", "away", "back", "away"]);
  await administrate(`alter database ${name} reset default_transaction_read_only`);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(["back", "away", "back", "away", "back"]);
  await watch.stop();
  vi.restoreAllMocks();
});
