import { fail, ok } from "#src/kernel/result.ts";
import { forgetRules } from "#src/modules/sales/price-rules/queries.server.ts";
import { holdRule, writeRule } from "#src/modules/sales/price-rules/store.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Switches a price rule on or off; bookings keep their price. Idempotent. Refusals: forbidden {missing}, rule_not_found. */
export async function switchRule(ctx: Context, { id, active }: { id: string; active: boolean }) {
  if (!can(ctx.actor, "coupons.change")) return fail("forbidden", { missing: "coupons.change" });
  const switched = await ctx.db.transaction().execute(async (tx) => {
    const stored = await holdRule(tx, id);
    if (!stored) return fail("rule_not_found");
    if (stored.is_active === active) return ok({ id });
    await writeRule(tx, id, { is_active: active });
    await audit(tx, ctx, {
      action: active ? "price_rule.activated" : "price_rule.deactivated",
      subject: ["price_rule", id],
      changes: { is_active: [stored.is_active, active] },
    });
    return ok({ id });
  });
  forgetRules(ctx);
  return switched;
}
