import { fail, ok } from "#src/kernel/result.ts";
import { agreedNow } from "#src/modules/content/read-pages.server.ts";
import type { RecordConsent } from "#src/modules/measurement/schema.ts";
import { insertConsent } from "#src/modules/measurement/store/consents.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

// per address; generous, because a hostel's guests share one
const DECISIONS: Limit = { max: 60, seconds: 600 };

/**
 * Stores what a visitor decided about advertising, with the privacy policy that the question led to, as the proof of it. Public. Keeps no address and nothing that tells a
 * device. The same id again stores nothing. Refusal: too_many_attempts with `retry_after`.
 */
export async function recordConsent(ctx: Context, told: RecordConsent) {
  const key = `consent:${sign(ctx.secret, "visitor", ctx.actor.address)}`;
  if (!(await mayUse(ctx.pool, [key], DECISIONS, ctx.now)))
    return fail("too_many_attempts", { retry_after: secondsLeft(DECISIONS, ctx.now) });
  const { privacy } = await agreedNow(ctx);
  return ok({ recorded: await insertConsent(ctx.db, told, { site: ctx.site, at: ctx.now, privacy }) });
}
