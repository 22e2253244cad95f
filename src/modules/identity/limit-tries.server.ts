import { fail, ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import { networkOf } from "#src/platform/network.server.ts";
import { giveBack, type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

const MINUTES_15 = 15 * 60;

/**
 * Limits per address, which a hostel shares, and per account from one address: an attacker can't lock an account for its owner,
 * who is elsewhere (trust.md "brute force"); attempts at an account from anywhere are slowed (slow-tries). Counted in the database, so that all servers share them; successes aren't counted.
 */
const LIMITS = {
  "sign-in": { address: { max: 100, seconds: MINUTES_15 }, account: { max: 10, seconds: MINUTES_15 } },
  "sign-up": { address: { max: 30, seconds: 3600 }, account: { max: 10, seconds: 3600 } },
  reset: { address: { max: 30, seconds: 3600 }, account: { max: 10, seconds: 3600 } },
  "email-change": { address: { max: 20, seconds: 3600 }, account: { max: 5, seconds: 3600 } },
  code: { address: { max: 30, seconds: MINUTES_15 }, account: { max: 10, seconds: MINUTES_15 } },
} satisfies Record<string, { address: Limit; account: Limit }>;

/**
 * The networks around an address, and how many times its limit they get: a provider gives a customer a /56 or /48 of IPv6, and a
 * block of 256 IPv4 addresses is cheap to rent; a hotel or a mobile carrier behind one stays below.
 */
const WIDER = [
  { bits: { ipv4: 24, ipv6: 56 }, times: 4 },
  { bits: { ipv4: 24, ipv6: 48 }, times: 8 },
] as const;

function widerCounters(what: keyof typeof LIMITS, address: string) {
  const { max, seconds } = LIMITS[what].address;
  const networks = WIDER.map(({ bits, times }) => ({
    name: networkOf(address, bits),
    limit: { max: max * times, seconds },
  }));
  const unlike = networks.filter(
    ({ name }, at) => name !== address && networks.findIndex((one) => one.name === name) === at,
  );
  return unlike.map(({ name, limit }) => ({ key: `${what}:${name}`, limit }));
}

/**
 * Counts an attempt at `what` by this address and the networks around it, and at an account where given (an email address or a challenge; only its hash is
 * stored). `forgive` takes it back. Refusal: too_many_attempts {retry_after}.
 */
export async function countTry(ctx: Context, what: keyof typeof LIMITS, account?: string) {
  const { address } = ctx.actor;
  const counters = [{ key: `${what}:${address}`, limit: LIMITS[what].address }, ...widerCounters(what, address)];
  if (account !== undefined) {
    const who = sign(ctx.secret, "limit", what, address, account.toLowerCase());
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
