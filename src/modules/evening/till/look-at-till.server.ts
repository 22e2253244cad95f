import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { tillByIdForUpdate, updateTill } from "#src/modules/evening/till/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Notes that a closed till's difference was looked at. Repeating it is fine. Needs `payments.change`. Refusals: forbidden {missing}, till_not_found. */
export async function lookAtTill(ctx: Context, { till_id }: { till_id: string }) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const till = await tillByIdForUpdate(tx, till_id);
    if (till?.state !== "closed") return fail("till_not_found");
    if (till.looked_at) return ok({});
    await updateTill(tx, till_id, { looked_at: ctx.now, looked_by: ctx.actor.userId });
    await audit(tx, ctx, { action: "till.looked_at", subject: ["till", till_id] });
    return ok({});
  });
}
