import { fail, ok } from "#src/kernel/result.ts";
import { SLOWING } from "#src/modules/identity/rules/slowing.ts";
import { countFailure, forgiveFailure, nextTry } from "#src/modules/identity/store/tries.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { knownBrowser } from "#src/platform/known-browser.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/**
 * Counts an attempt at one account from anywhere, as a failure until `forgive` takes it back, and slows them down
 * (rules/slowing.ts). An address without an account is counted alike. A browser that has signed in to it before has a counter of
 * its own, so that an attacker can't keep the owner out; the owner is written to once. `cookie` is the request's header, `userId`
 * the account where known. Refusal: too_many_attempts {retry_after}.
 */
export async function slowTry(
  ctx: Context,
  kind: "password" | "code",
  { email, userId, cookie }: { email: string; userId: string | null; cookie: string },
) {
  const who = email.toLowerCase();
  const browser = knownBrowser(ctx, cookie, who);
  const key = sign(ctx.secret, `tries:${kind}:${browser ?? ""}:${who}`);
  const failures = await countFailure(ctx.pool, key, ctx.now);
  if (failures === null) {
    const next = await nextTry(ctx.pool, key, ctx.now);
    const seconds = Math.max(1, Math.ceil((next.getTime() - ctx.now.getTime()) / 1000));
    return fail("too_many_attempts", { retry_after: seconds });
  }
  if (failures === SLOWING.free && browser === null) {
    await logAccess(ctx.db, ctx, { kind, outcome: "slowed", userId });
    // by a job, so that an address without an account takes as long
    await addJob(ctx.db, "account.warn-owner", { email: who });
  }
  return ok({ forgive: () => forgiveFailure(ctx.pool, key) });
}
