import { fail, ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, mayDo, retryAfter, takeBack } from "#src/platform/limit-strangers.server.ts";
import type { Limit } from "#src/platform/rate-limit.server.ts";

const MINUTES_15 = 15 * 60;

/**
 * Limits per address, which a hostel shares, with the networks around it, and per account from one address: an attacker can't lock an account for its owner,
 * who is elsewhere (rule limits-2); attempts at an account from anywhere are slowed (slow-tries). Counted in the database, so that all servers share them; successes aren't counted.
 */
const LIMITS = {
  "sign-in": { address: { max: 100, seconds: MINUTES_15 }, account: 10 },
  "sign-up": { address: { max: 30, seconds: 3600 }, account: 10 },
  reset: { address: { max: 30, seconds: 3600 }, account: 10 },
  "email-change": { address: { max: 20, seconds: 3600 }, account: 5 },
  code: { address: { max: 30, seconds: MINUTES_15 }, account: 10 },
} satisfies Record<string, { address: Limit; account: number }>;

type Tried = keyof typeof LIMITS;

/** All that is counted here. */
export const TRIED = Object.keys(LIMITS) as Tried[];

/**
 * Counts an attempt at `what` by this address and the networks around it, and at an account where given (an email address or a challenge; only its hash is
 * stored). `forgive` takes it back. Refusal: too_many_attempts {retry_after}.
 */
export async function countTry(ctx: Context, what: Tried, account?: string) {
  const act: Act = { name: what, limit: LIMITS[what].address };
  const who = account === undefined ? null : `${ctx.actor.address}:${account.toLowerCase()}`;
  const also = [{ who, max: LIMITS[what].account }];
  if (!(await mayDo(ctx, act, also))) return fail("too_many_attempts", { retry_after: retryAfter(ctx, act) });
  return ok({ forgive: () => takeBack(ctx, act, also) });
}
