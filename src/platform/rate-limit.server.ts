import type { Statements } from "#src/platform/db.server.ts";

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

/** The parameters of `askedFrom` and `countedWhere`, as many as `PARAMETERS`. */
export const valuesOf = ({ counters, since, brake }: Counting) => [
  counters.map(({ key }) => key),
  counters.map(({ max }) => max),
  counters.map(({ max, braked }) => braked ?? max),
  since,
  brake?.key ?? null,
  brake?.at ?? null,
];

/**
 * The start of a statement that counts, with `valuesOf` at the parameters from `$first` on: `asked` (key, most) and `spent`
 * (is_full: whether one of them is at its most). Without counters (null) nothing is full.
 */
export const askedFrom = (first: number): string => `
  asked as materialized (
    select key, case when braking.is_on then braked else most end as most
    from unnest($${first}::text[], $${first + 1}::int[], $${first + 2}::int[]) as asked (key, most, braked), (
      select exists (
        select from rate_counters where key = $${first + 4}::text and window_start = $${first + 3} and count >= $${first + 5}::int
      ) as is_on
    ) as braking
  ), spent as materialized (
    select exists (
      select from asked join rate_counters c on c.key = asked.key and c.window_start = $${first + 3} where c.count >= asked.most
    ) as is_full
  )`;

/**
 * Its end: counts one more under every key, where none is full and `condition` holds, and answers whether one is over its most
 * (`over.is_over`). Uses at the same moment don't see each other before they count, so each of them is counted, and told by what it
 * counted.
 */
export const countedWhere = (first: number, condition: string): string => `
  counted as (
    insert into rate_counters (key, window_start, count)
    select key, $${first + 3}, 1 from asked where not (select is_full from spent) and ${condition}
    order by key -- in a fixed order, or two calls could deadlock
    on conflict (key, window_start) do update set count = rate_counters.count + 1
    returning key, count
  ), over as (
    select (select is_full from spent)
      or exists (select from counted join asked using (key) where counted.count > asked.most) as is_over
  )`;

const COUNT = `with ${askedFrom(1)}, ${countedWhere(1, "true")} select is_over from over`;

/**
 * Counts one more use under every counter, in one statement, and returns whether it is within each of them. A use that is refused
 * counts nowhere: whoever goes on and on uses up nothing of what they share with others.
 */
export async function countUse(on: Statements, counting: Counting): Promise<boolean> {
  const { rows } = await on.query<{ is_over: boolean }>({ name: "count-use", text: COUNT, values: valuesOf(counting) });
  return !rows[0]!.is_over;
}

const GIVE_BACK = `
  update rate_counters set count = count - 1 where window_start = $2 and key in (
    select key from rate_counters where key = any($1::text[]) and window_start = $2 and count > 0 order by key for update)`;

/** Takes back a counted use: attempts are counted before they are known to fail, or concurrent ones would slip through. */
export async function giveBackUse(on: Statements, { counters, since }: Counting): Promise<void> {
  await on.query({ name: "give-back-use", text: GIVE_BACK, values: [counters.map(({ key }) => key), since] });
}

/**
 * `countUse` of keys that each have a limit's `max`, or their own. For whoever is known: an account, a device, a link. What strangers
 * do is counted by limit-strangers.server.ts.
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
