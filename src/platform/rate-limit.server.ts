import type { Statements } from "#src/platform/db.server.ts";

/** A fixed window: at most `max` per `seconds`, counted in the database (`rate_counters`), so that all servers share it. */
export type Limit = { max: number; seconds: number };

/** The start of the window that contains an instant. */
export const windowStart = (limit: Limit, now: Date): Date =>
  new Date(Math.floor(now.getTime() / (limit.seconds * 1000)) * limit.seconds * 1000);

/** Whole seconds until the window of an instant ends. */
export const secondsLeft = (limit: Limit, now: Date): number =>
  Math.ceil(limit.seconds - (now.getTime() - windowStart(limit, now).getTime()) / 1000);

// keys are counted in a fixed order, so that two calls never deadlock
const COUNT = `
  insert into rate_counters (key, window_start, count)
  select key, $2, 1 from unnest($1::text[]) as key order by key
  on conflict (key, window_start) do update set count = rate_counters.count + 1
  returning count`;

/** Counts one more use under every key and returns whether it is within the limit under each of them. */
export async function mayUse(on: Statements, keys: readonly string[], limit: Limit, now: Date): Promise<boolean> {
  const values = [keys, windowStart(limit, now)];
  const { rows } = await on.query<{ count: number }>({ name: "count-use", text: COUNT, values });
  return rows.every(({ count }) => count <= limit.max);
}

const GIVE_BACK = "update rate_counters set count = count - 1 where key = any($1::text[]) and window_start = $2";

/** Takes back a counted use: attempts are counted before they are known to fail, or concurrent ones would slip through. */
export async function giveBack(on: Statements, keys: readonly string[], limit: Limit, now: Date): Promise<void> {
  await on.query({ name: "give-back-use", text: GIVE_BACK, values: [keys, windowStart(limit, now)] });
}

/**
 * Counts uses, one or `of`, in this process's memory and answers whether they are within the limit: for what only bounds a cost, where counting in
 * the database would cost more. Every server counts for itself.
 */
export function countHere(limit: Limit): (key: string, now: Date, of?: number) => boolean {
  let [since, uses] = [0, new Map<string, number>()];
  return (key, now, of = 1) => {
    const start = windowStart(limit, now).getTime();
    if (start !== since) [since, uses] = [start, new Map()];
    const count = (uses.get(key) ?? 0) + of;
    uses.set(key, count);
    return count <= limit.max;
  };
}
