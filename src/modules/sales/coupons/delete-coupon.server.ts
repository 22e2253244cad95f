import { fail, ok } from "#src/kernel/result.ts";
import { holdCouponAlone, removeCoupon } from "#src/modules/sales/coupons/store/admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Deletes a coupon that no booking ever used; others can only be deactivated. Refusals: forbidden {missing}, coupon_not_found,
 * coupon_in_use {bookings}.
 */
export async function deleteCoupon(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "coupons.change")) return fail("forbidden", { missing: "coupons.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const stored = await holdCouponAlone(tx, id);
    if (!stored) return fail("coupon_not_found");
    const bookings = await ctx.ask.timesRedeemed(tx, id);
    if (bookings > 0) return fail("coupon_in_use", { bookings });
    await removeCoupon(tx, id);
    await audit(tx, ctx, { action: "coupon.deleted", subject: ["coupon", id], changes: { code: [stored.code, null] } });
    return ok({ code: stored.code });
  });
}
