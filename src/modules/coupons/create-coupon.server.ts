import { fail, ok } from "#src/kernel/result.ts";
import { instantsOf } from "#src/modules/coupons/rules/coupon-form.ts";
import type { SaveCoupon } from "#src/modules/coupons/schema.ts";
import { insertCoupon, isCodeOfPartner } from "#src/modules/coupons/store/admin.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Adds a coupon. Refusals: forbidden {missing}, code_taken (codes are case-insensitive), code_of_partner. */
export async function createCoupon(ctx: Context, input: SaveCoupon) {
  if (!can(ctx.actor, "coupons.change")) return fail("forbidden", { missing: "coupons.change" });
  return ctx.db.transaction().execute(async (tx) => {
    if (await isCodeOfPartner(tx, input.code)) return fail("code_of_partner");
    const added = await insertCoupon(tx, { ...input, ...instantsOf(input), created_at: ctx.now });
    if (!added) return fail("code_taken");
    const changes = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, [null, value] as const]));
    await audit(tx, ctx, { action: "coupon.created", subject: ["coupon", added.id], changes });
    return ok({ id: added.id });
  });
}
