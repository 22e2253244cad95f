import type { Statements } from "#src/platform/db.server.ts";
import { namedStatement } from "#src/platform/name-parameters.server.ts";

/** A fixed window: at most `max` per `seconds`, counted in the database (`rate_counters`), so that all servers share it. */
export type Limit = { max: number; seconds: number };

/** The start of the window that contains an instant. */
export const windowStart = (limit: Limit, now: Date): Date =>
  new Date(Math.floor(now.getTime() / (limit.seconds * 1000)) * limit.seconds * 1000);

/** Whole seconds until the window of an instant ends. */
export const secondsLeft = (limit: Limit, now: Date): number =>
  Math.ceil(limit.seconds - (now.getTime() - windowStart(limit, now).getTime()) / 1000);

/** Counts at most `max` in a window, or `braked` while the brake is on. */
export type Counter = { key: string; max: number; braked?: number };

/** What is counted together, in the window that starts at `since`. The brake is on while the counter `brake.key` is at `brake.at`. */
export type Counting = { counters: readonly Counter[]; since: Date; brake?: { key: string; at: number } | undefined };

/** The parameters of `COUNTERS` and `countedWhere`, by name. Null counts nothing. */
export const countingValues = (counting: Counting | null) => ({
  counterKeys: counting?.counters.map(({ key }) => key) ?? null,
  counterMost: counting?.counters.map(({ max }) => max) ?? null,
  counterBraked: counting?.counters.map(({ max, braked }) => braked ?? max) ?? null,
  countedSince: counting?.since ?? null,
  brakeKey: counting?.brake?.key ?? null,
  brakeAt: counting?.brake?.at ?? null,
});

/**
 * The start of a statement that counts (`namedStatement`), with `countingValues`: `asked` (key, most) and `spent` (is_full: whether one
 * of them is at its most). Without counters (null) nothing is full.
 */
export const COUNTERS = `
  asked as materialized (
    select key, case when braking.is_on then braked else most end as most
    from unnest(:counterKeys::text[], :counterMost::int[], :counterBraked::int[]) as asked (key, most, braked), (
      select exists (
        select from rate_counters where key = :brakeKey::text and window_start = :countedSince and count >= :brakeAt::int
      ) as is_on
    ) as braking
  ), spent as materialized (
    select exists (
      select from asked join rate_counters c on c.key = asked.key and c.window_start = :countedSince where c.count >= asked.most
    ) as is_full
  )`;

/**
 * Its end: counts one more under every key, where none is full and `condition` holds, and answers whether one is over its most
 * (`over.is_over`). Uses at the same moment don't see each other before they count, so each of them is counted, and told by what it
 * counted.
 */
export const countedWhere = (condition: string): string => `
  counted as (
    insert into rate_counters (key, window_start, count)
    select key, :countedSince, 1 from asked where not (select is_full from spent) and ${condition}
    order by key -- in a fixed order, or two calls could deadlock
    on conflict (key, window_start) do update set count = rate_counters.count + 1
    returning key, count
  ), over as (
    select (select is_full from spent)
      or exists (select from counted join asked using (key) where counted.count > asked.most) as is_over
  )`;

const COUNT = namedStatement("count-use", `with ${COUNTERS}, ${countedWhere("true")} select is_over from over`);

/**
 * Counts one more use under every counter, in one statement, and returns whether it is within each of them. A use that is refused
 * counts nowhere: repeated attempts use up nothing of what is shared with others.
 */
export async function countUse(on: Statements, counting: Counting): Promise<boolean> {
  const { rows } = await on.query<{ is_over: boolean }>(COUNT(countingValues(counting)));
  return !rows[0]!.is_over;
}

const GIVE_BACK = `
  update rate_counters set count = count - 1 where window_start = $2 and key in (
    select key from rate_counters where key = any($1::text[]) and window_start = $2 and count > 0 order by key for update)`;

/** Takes back a counted use: attempts are counted before they are known to fail, or concurrent ones would slip through. */
export async function giveBackUse(on: Statements, { counters, since }: Counting): Promise<void> {
  await on.query({ name: "give-back-use", text: GIVE_BACK, values: [counters.map(({ key }) => key), since] });
}

const ADD = `
  insert into rate_counters (key, window_start, count)
  select * from unnest($1::text[], $2::timestamptz[], $3::int[]) as uses (key, since, uses) order by key
  on conflict (key, window_start) do update set count = rate_counters.count + excluded.count
  returning key, count`;

/** Adds uses that were counted elsewhere, in the windows that start at `since`, and returns what every counter then says, by its key. */
export async function addUses(
  on: Statements,
  uses: readonly { key: string; since: Date; calls: number }[],
): Promise<Map<string, number>> {
  const values = [uses.map(({ key }) => key), uses.map(({ since }) => since), uses.map(({ calls }) => calls)];
  const { rows } = await on.query<{ key: string; count: number }>({ name: "add-uses", text: ADD, values });
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/**
 * `countUse` of keys that each have a limit's `max`, or their own. For known identities: an account, a device, a link. What
 * strangers do is counted by limit-strangers.server.ts.
 */
export const mayUse = (
  on: Statements,
  keys: readonly (string | Counter)[],
  limit: Limit,
  now: Date,
): Promise<boolean> => countUse(on, countingOf(keys, limit, now));

/** `giveBackUse` of what `mayUse` counted. */
export const giveBack = (on: Statements, keys: readonly (string | Counter)[], limit: Limit, now: Date): Promise<void> =>
  giveBackUse(on, countingOf(keys, limit, now));

const countingOf = (keys: readonly (string | Counter)[], limit: Limit, now: Date): Counting => ({
  counters: keys.map((key) => (typeof key === "string" ? { key, max: limit.max } : key)),
  since: windowStart(limit, now),
});

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
