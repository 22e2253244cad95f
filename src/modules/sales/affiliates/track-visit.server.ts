import { fail, ok } from "#src/kernel/result.ts";
import { referrerOf, userAgentOf } from "#src/modules/sales/affiliates/rules/visit.ts";
import type { TrackChoice, TrackScan, TrackVisit } from "#src/modules/sales/affiliates/schema.ts";
import { keepSeen, type Visit, type Sight } from "#src/modules/sales/affiliates/store/visits.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, CROWD, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

// generous, because a hostel's guests share an address
const VISITS: Act = { name: "track", limit: { max: 60, seconds: 600 }, wider: CROWD, here: 30_000 };

/**
 * Counts a visit through an affiliate's link, once per visitor and hour. Anyone may call; unknown codes are stored too, because
 * an affiliate may be added later. Stores no address, only a keyed hash. Refusal: too_many_attempts with `retry_after`.
 */
export const trackVisit = (ctx: Context, { affiliateCode, userAgent, referrer, qrCodeId }: TrackVisit) => {
  const ours = [ctx.settings.BASE_URL, ...ctx.settings.SITE_ORIGINS];
  return track(ctx, "visit", affiliateCode, [userAgentOf(userAgent), referrerOf(referrer, ours), qrCodeId ?? null]);
};

/** Counts a scan of a QR code in the same way. */
export const trackScan = (ctx: Context, { qrCodeId }: TrackScan) => track(ctx, "scan", qrCodeId, []);

/** Counts in the same way that a visitor who came through an affiliate's link chose a date. */
export const trackChoice = (ctx: Context, { affiliateCode, qrCodeId }: TrackChoice) =>
  track(ctx, "choice", affiliateCode, [qrCodeId ?? null]);

async function track(ctx: Context, kind: Sight, code: string, more: Visit["more"]) {
  const hashed = (who: string) => sign(ctx.secret, "visitor", who);
  const { address, browser } = ctx.actor;
  if (!(await mayDo(ctx, VISITS))) return fail("too_many_attempts", { retry_after: retryAfter(ctx, VISITS) });
  const visit = { code, visitor: hashed(browser ?? address), site: ctx.site, at: ctx.now, more };
  return ok({ counted: await keepSeen(ctx.pool, kind, visit) });
}
