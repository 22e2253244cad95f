import { fail, ok } from "#src/kernel/result.ts";
import { forgetRules } from "#src/modules/sales/price-rules/queries.server.ts";
import { holdRule, removeRule } from "#src/modules/sales/price-rules/store.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Deletes a price rule; bookings made under it have it as it was. Refusals: forbidden {missing}, rule_not_found. */
export async function deleteRule(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "coupons.change")) return fail("forbidden", { missing: "coupons.change" });
  const deleted = await ctx.db.transaction().execute(async (tx) => {
    const stored = await holdRule(tx, id);
    if (!stored) return fail("rule_not_found");
    await removeRule(tx, id);
    await audit(tx, ctx, {
      action: "price_rule.deleted",
      subject: ["price_rule", id],
      changes: { name: [stored.name, null] },
    });
    return ok({ id });
  });
  forgetRules(ctx);
  return deleted;
}
