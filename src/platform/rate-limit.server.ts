import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";

/** A fixed window: at most `max` per `seconds`, counted in the database, so that all servers share it. */
export type Limit = { max: number; seconds: number };

const windowStart = (limit: Limit, now: Date) =>
  new Date(Math.floor(now.getTime() / (limit.seconds * 1000)) * limit.seconds * 1000);

/** Whole seconds until the window of an instant ends and counting starts anew. */
export const secondsLeft = (limit: Limit, now: Date): number =>
  Math.ceil(limit.seconds - (now.getTime() - windowStart(limit, now).getTime()) / 1000);

/** Whether a key has used up its window. Changes nothing. */
export async function isExhausted(db: Db, key: string, limit: Limit, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("rate_counters")
    .select("count")
    .where("key", "=", key)
    .where("window_start", "=", windowStart(limit, now))
    .executeTakeFirst();
  return (row?.count ?? 0) >= limit.max;
}

/** Counts one attempt of a key. */
export async function countAttempt(db: Db, key: string, limit: Limit, now: Date): Promise<void> {
  await db
    .insertInto("rate_counters")
    .values({ key, window_start: windowStart(limit, now), count: 1 })
    .onConflict((c) => c.columns(["key", "window_start"]).doUpdateSet({ count: sql`rate_counters.count + 1` }))
    .execute();
}
