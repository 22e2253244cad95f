import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";

/** Job: forgets what only served a moment: counters of past windows after a day, kept answers after a week (retries are long over). */
export async function purgeRecords(db: Db): Promise<void> {
  await db
    .deleteFrom("rate_counters")
    .where("window_start", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - interval '7 days'`)
    .execute();
}
