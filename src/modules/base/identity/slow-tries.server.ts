import { fail, ok } from "#src/kernel/result.ts";
import type { Guessed } from "#src/modules/base/identity/events.ts";
import { SLOWING } from "#src/modules/base/identity/rules/slowing.ts";
import { countFailure, forgiveFailure, nextTry } from "#src/modules/base/identity/store/tries.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { knownBrowser } from "#src/platform/known-browser.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** How often an attack on one account is noted and its owner written to. */
const TOLD: Limit = { max: 1, seconds: SLOWING.forgotten };

/**
 * Counts an attempt at one account from anywhere, as a failure until `forgive` takes it back, and slows them down
 * (rules/slowing.ts). An address without an account is counted alike. A browser that has signed in to it before has a counter of
 * its own, so that an attacker can't keep the owner out; the owner is written to once a day. `cookie` is the request's header, `userId`
 * the account where known. Refusal: too_many_attempts {retry_after}.
 */
export async function slowTry(
  ctx: Context,
  kind: Guessed,
  { email, userId, cookie }: { email: string; userId: string | null; cookie: string },
) {
  const who = email.toLowerCase();
  const browser = knownBrowser(ctx, cookie, who);
  const key = sign(ctx.secret, "tries", kind, browser ?? "", who);
  const failures = await countFailure(ctx.pool, key, ctx.now);
  // the last free attempt may turn out to be right
  const isSlowed = failures === null || failures > SLOWING.free;
  if (isSlowed && browser === null && (await mayUse(ctx.pool, [`slowed:${key}`], TOLD, ctx.now))) {
    await logAccess(ctx.db, ctx, { kind, outcome: "slowed", userId });
    // by a job, so that an address without an account takes as long
    await addJob(ctx.db, "account.warn-owner", { email: who, what: kind });
  }
  if (failures === null) {
    const next = await nextTry(ctx.pool, key, ctx.now);
    const seconds = Math.max(1, Math.ceil((next.getTime() - ctx.now.getTime()) / 1000));
    return fail("too_many_attempts", { retry_after: seconds });
  }
  return ok({ forgive: () => forgiveFailure(ctx.pool, key) });
}
