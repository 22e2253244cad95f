import { fail, ok } from "#src/kernel/result.ts";
import { holdCoupon, writeCoupon } from "#src/modules/sales/coupons/store/admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Activates or deactivates a coupon; bookings that use it keep it. Idempotent. Returns its code. Refusals: forbidden {missing},
 * coupon_not_found.
 */
export async function switchCoupon(ctx: Context, { id, active }: { id: string; active: boolean }) {
  if (!can(ctx.actor, "coupons.change")) return fail("forbidden", { missing: "coupons.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const stored = await holdCoupon(tx, id);
    if (!stored) return fail("coupon_not_found");
    if (stored.is_active === active) return ok({ code: stored.code });
    await writeCoupon(tx, id, { is_active: active });
    await audit(tx, ctx, {
      action: active ? "coupon.activated" : "coupon.deactivated",
      subject: ["coupon", id],
      changes: { is_active: [stored.is_active, active] },
    });
    return ok({ code: stored.code });
  });
}
