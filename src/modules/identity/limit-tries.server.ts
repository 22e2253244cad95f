import { fail, ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import { giveBack, type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

const MINUTES_15 = 15 * 60;

/**
 * Limits per address, which a hostel shares, and per account from one address: an attacker can't lock an account for its owner,
 * who is elsewhere (trust.md "brute force"). Counted in the database, so that all servers share them; successes aren't counted.
 */
const LIMITS = {
  "sign-in": { address: { max: 100, seconds: MINUTES_15 }, account: { max: 10, seconds: MINUTES_15 } },
  "sign-up": { address: { max: 30, seconds: 3600 }, account: { max: 10, seconds: 3600 } },
  reset: { address: { max: 30, seconds: 3600 }, account: { max: 10, seconds: 3600 } },
  code: { address: { max: 30, seconds: MINUTES_15 }, account: { max: 10, seconds: MINUTES_15 } },
} satisfies Record<string, { address: Limit; account: Limit }>;

/**
 * Counts an attempt at `what` by this address, and at an account where given (an email address or a challenge; only its hash is
 * stored). `forgive` takes it back. Refusal: too_many_attempts {retry_after}.
 */
export async function countTry(ctx: Context, what: keyof typeof LIMITS, account?: string) {
  const { address } = ctx.actor;
  const counters = [{ key: `${what}:${address}`, limit: LIMITS[what].address }];
  if (account !== undefined) {
    const who = sign(ctx.secret, `${what}:${address}:${account.toLowerCase()}`);
    counters.push({ key: `${what}:${who}`, limit: LIMITS[what].account });
  }
  for (const { key, limit } of counters)
    if (!(await mayUse(ctx.pool, [key], limit, ctx.now)))
      return fail("too_many_attempts", { retry_after: secondsLeft(limit, ctx.now) });
  const forgive = async () => {
    for (const { key, limit } of counters) await giveBack(ctx.pool, [key], limit, ctx.now);
  };
  return ok({ forgive });
}
