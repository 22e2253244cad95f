import { fail, ok } from "#src/kernel/result.ts";
import { instantsOf } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import type { SaveCoupon } from "#src/modules/sales/coupons/schema.ts";
import { insertCoupon, isCodeOfPartner, partnerName } from "#src/modules/sales/coupons/store/admin.server.ts";
import { placeName } from "#src/modules/sales/price-rules/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Adds a coupon. Refusals: forbidden {missing}, code_taken (codes are case-insensitive), code_of_partner,
 * partner_not_found, place_not_found.
 */
export async function createCoupon(ctx: Context, input: SaveCoupon) {
  if (!can(ctx.actor, "coupons.change")) return fail("forbidden", { missing: "coupons.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const partner = input.partner_id && (await partnerName(tx, input.partner_id));
    if (partner === undefined) return fail("partner_not_found");
    const place = await placeName(tx, input);
    if (place === undefined) return fail("place_not_found");
    if (await isCodeOfPartner(tx, input.code)) return fail("code_of_partner");
    const added = await insertCoupon(tx, { ...input, ...instantsOf(input), created_at: ctx.now });
    if (!added) return fail("code_taken");
    const { partner_id: _partner, city_id: _city, crawl_id: _crawl, ...stored } = input;
    // in words: an id means nothing to readers of the log
    const coupon = { ...stored, partner, valid_for: place };
    const changes = Object.fromEntries(Object.entries(coupon).map(([field, value]) => [field, [null, value] as const]));
    await audit(tx, ctx, { action: "coupon.created", subject: ["coupon", added.id], changes });
    return ok({ id: added.id });
  });
}
