import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { markSettled, refusalForUpdate } from "#src/modules/evening/till/store/refusals.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Notes that the money of a refused sale was seen to: given back, or booked by hand. Repeating it is fine. Needs `payments.change`.
 * Refusals: forbidden {missing}, sale_not_found.
 */
export async function settleRefusal(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const sale = await refusalForUpdate(tx, id);
    if (!sale) return fail("sale_not_found");
    if (sale.settled_at) return ok({});
    await markSettled(tx, id, { now: ctx.now, by: ctx.actor.userId });
    await audit(tx, ctx, { action: "refused_sale.settled", subject: ["refused_sale", id] });
    return ok({});
  });
}
