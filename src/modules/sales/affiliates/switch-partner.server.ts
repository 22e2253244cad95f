import { fail, ok } from "#src/kernel/result.ts";
import { lockPartner, writePartner } from "#src/modules/sales/affiliates/store/partner-admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Activates or deactivates a partner: the links and codes of an inactive one credit nobody, what was credited before and its
 * statements go on. Idempotent. Refusals: forbidden {missing}, partner_not_found.
 */
export async function switchPartner(ctx: Context, { id, isActive }: { id: string; isActive: boolean }) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockPartner(tx, id);
    if (!was) return fail("partner_not_found");
    if (was.is_active === isActive) return ok({ name: was.name });
    await writePartner(tx, id, { is_active: isActive }, 0);
    await audit(tx, ctx, {
      action: isActive ? "partner.activated" : "partner.deactivated",
      subject: ["partner", id],
      changes: { is_active: [was.is_active, isActive] },
    });
    return ok({ name: was.name });
  });
}
