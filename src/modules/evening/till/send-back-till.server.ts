import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { tillByIdForUpdate, updateTill } from "#src/modules/evening/till/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Opens a counted till again, because what was handed over isn't what was counted, or something was forgotten: by its owner, by
 * whom they named, or by whoever may change payments. The count before stays stored. Needs `sales.door`. Refusals: forbidden
 * {missing}, till_not_found, not_counted.
 */
export async function sendBackTill(ctx: Context, { till_id, round }: { till_id: string; round: number }) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const till = await tillByIdForUpdate(tx, till_id);
    if (!till || !(till.taker_id === userId || till.user_id === userId || can(ctx.actor, "payments.change")))
      return fail("till_not_found");
    if (till.state !== "counted" || till.round !== round) return fail("not_counted");
    await updateTill(tx, till_id, {
      state: "open",
      counted_at: null,
      counter_id: null,
      taker_id: null,
      round: round + 1,
    });
    await audit(tx, ctx, { action: "till.sent_back", subject: ["till", till_id] });
    return ok({});
  });
}
