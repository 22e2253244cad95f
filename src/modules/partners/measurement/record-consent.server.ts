import { fail, ok } from "#src/kernel/result.ts";
import { agreedNow } from "#src/modules/site/content/read-agreed.server.ts";
import type { RecordConsent } from "#src/modules/partners/measurement/schema.ts";
import { insertConsent } from "#src/modules/partners/measurement/store/consents.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, CROWD, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";

// generous, because a hostel's guests share an address; a browser that is refused tells its decision later
const DECISIONS: Act = { name: "consent", limit: { max: 60, seconds: 600 }, wider: CROWD, here: 12_000 };

/**
 * Stores what a visitor decided about advertising, with the privacy policy that the question led to, as the proof of it. Public. Keeps no address and nothing that tells a
 * device. The same id again stores nothing. Refusal: too_many_attempts with `retry_after`.
 */
export async function recordConsent(ctx: Context, decision: RecordConsent) {
  if (!(await mayDo(ctx, DECISIONS))) return fail("too_many_attempts", { retry_after: retryAfter(ctx, DECISIONS) });
  const { privacy } = await agreedNow(ctx);
  return ok({ recorded: await insertConsent(ctx.db, decision, { site: ctx.site, at: ctx.now, privacy }) });
}
