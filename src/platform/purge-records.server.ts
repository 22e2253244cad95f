import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";
import { forgetDeadJobs } from "#src/platform/jobs.server.ts";

/**
 * Job: deletes short-lived rows: rate counters after a day, stored idempotent responses after a week (retries are long over),
 * jobs that failed for good after two weeks.
 */
export async function purgeRecords(db: Db): Promise<void> {
  await db
    .deleteFrom("rate_counters")
    .where("window_start", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - interval '7 days'`)
    .execute();
  await forgetDeadJobs(db);
}
