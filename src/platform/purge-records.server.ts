import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";
import { forgetDeadJobs } from "#src/platform/jobs.server.ts";

/**
 * Job: deletes short-lived rows: rate counters after a day, stored idempotent responses after a week (retries are long over),
 * jobs that failed for good after two weeks.
 */
export async function purgeRecords(db: Db): Promise<void> {
  const purges: [string, () => Promise<unknown>][] = [
    [
      "rate_counters",
      () =>
        db
          .deleteFrom("rate_counters")
          .where("window_start", "<", sql<Date>`now() - interval '1 day'`)
          .execute(),
    ],
    [
      "idempotency_keys",
      () =>
        db
          .deleteFrom("idempotency_keys")
          .where("created_at", "<", sql<Date>`now() - interval '7 days'`)
          .execute(),
    ],
    ["jobs", () => forgetDeadJobs(db)],
  ];
  const naming = { event: "records.not_purged", about: ([kind]: [string, unknown]) => ({ kind }) };
  await eachInTurn(purges, naming, ([, purge]) => purge());
}
