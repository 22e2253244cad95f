import type { Context } from "#src/platform/context.server.ts";
import { networksAround } from "#src/platform/network.server.ts";
import {
  countHere,
  type Counter,
  type Counting,
  countUse,
  giveBackUse,
  type Limit,
  secondsLeft,
  windowStart,
} from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

// Limits on everything that strangers guess, have emailed or have stored, whom only an address identifies (docs/decisions/117).

/** How many times an address's limit its IPv4 /24 or IPv6 /56, and its IPv6 /48, get: guests of a hotel stay below. */
const FEW = [4, 8] as const;

/** The same for what every guest does once: a mobile carrier has thousands of them behind one /24, or in one /48. */
export const CROWD = [16, 64] as const;

/** What each of those networks gets while the brake is on: enough for a single attempt. */
const BRAKED = [1, 2, 4] as const;

/**
 * What strangers may do. `limit`: an address, and each other identity. `wider`: how many times that the networks around it get.
 * `all`: counts all networks together; from `brake` on each network is given little, and beyond `most` only whoever is signed in
 * with a confirmed address goes on. `here`: at most so many in the window on each server, for what a crowd does, where a counter that
 * everybody shares would have them wait for each other.
 */
export type Act = {
  name: string;
  limit: Limit;
  wider?: readonly [number, number];
  all?: { brake: number; most: number };
  here?: number;
};

/** Another identity that counts, by default up to the act's limit: a browser, a mailbox, an account. Null where it isn't known. */
export type Also = { who: string | null; max?: number };

type Asking = Pick<Context, "secret" | "now" | "actor">;

/** The counters of an act by this actor. None names an address, a browser or an account: keys are keyed hashes. */
export function countersOf(ctx: Asking, act: Act, also: readonly Also[] = []): Counting {
  const { name, limit, wider = FEW, all } = act;
  const { address, userId, emailVerified } = ctx.actor;
  const isProven = userId !== null && emailVerified;
  const [narrow, ...around] = networksAround(address);
  const networks = [
    { who: narrow, max: limit.max, braked: BRAKED[0] },
    { who: around[0], max: limit.max * wider[0], braked: BRAKED[1] },
    { who: around[1], max: limit.max * wider[1], braked: BRAKED[2] },
  ];
  // proven ones count for themselves, so that no stranger keeps them out
  const others = isProven && all ? [...also, { who: userId }] : also;
  const ownLimits = others.map(({ who, max = limit.max }) => ({ who, max, braked: Math.min(max, BRAKED[0]) }));
  const hash = (who: string) => `${name}:${sign(ctx.secret, "limit", name, who).slice(0, 22)}`;
  const counters: Counter[] = [...networks, ...ownLimits].flatMap(({ who, ...counter }) =>
    who === null ? [] : [{ key: hash(who), ...counter }],
  );
  const since = windowStart(limit, ctx.now);
  if (!all || isProven) return { counters: counters.map(({ key, max }) => ({ key, max })), since };
  const key = `${name}:all`;
  return { counters: [...counters, { key, max: all.most }], since, brake: { key, at: all.brake } };
}

const countedHere = new WeakMap<object, Map<string, (key: string, now: Date) => boolean>>();

/** Whether this actor may do it once more, and counts it. */
export async function mayDo(
  ctx: Asking & Pick<Context, "pool">,
  act: Act,
  also: readonly Also[] = [],
): Promise<boolean> {
  if (!(await countUse(ctx.pool, countersOf(ctx, act, also)))) return false;
  if (act.here === undefined) return true;
  const here = countedHere.get(ctx.pool) ?? new Map<string, ReturnType<typeof countHere>>();
  countedHere.set(ctx.pool, here);
  const count = here.get(act.name) ?? countHere({ max: act.here, seconds: act.limit.seconds });
  here.set(act.name, count);
  return count(act.name, ctx.now);
}

/** Takes back what `mayDo` counted. */
export const takeBack = (ctx: Asking & Pick<Context, "pool">, act: Act, also: readonly Also[] = []): Promise<void> =>
  giveBackUse(ctx.pool, countersOf(ctx, act, also));

/** Whole seconds until an act that was refused may be done again. */
export const retryAfter = ({ now }: Pick<Context, "now">, { limit }: Act): number => secondsLeft(limit, now);
