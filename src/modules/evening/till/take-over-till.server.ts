import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { postTill } from "#src/modules/evening/till/post-till.server.ts";
import { tillByIdForUpdate, updateTill } from "#src/modules/evening/till/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Confirms in a session of one's own that a counted till was handed over: the second of its two confirmations. It is closed for
 * good, and in the books, in this transaction. Only whom its owner named, or who may change payments, and never the owner nor whoever counted it.
 * Repeating it is fine. Needs `sales.door`. Refusals: forbidden {missing}, till_not_found, same_person, not_counted, till_changed.
 */
export async function takeOverTill(ctx: Context, { till_id, round }: { till_id: string; round: number }) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const till = await tillByIdForUpdate(tx, till_id);
    if (!till || !(till.taker_id === userId || till.user_id === userId || can(ctx.actor, "payments.change")))
      return fail("till_not_found");
    if (till.user_id === userId || (till.state === "counted" && till.counter_id === userId)) return fail("same_person");
    if (till.state === "closed") return till.taker_id === userId ? ok({}) : fail("not_counted");
    if (till.state !== "counted") return fail("not_counted");
    // it was counted again since this person saw it
    if (till.round !== round) return fail("till_changed");
    const amount = await postTill(tx, ctx.now, till, { alone: false });
    await updateTill(tx, till_id, { state: "closed", closed_at: ctx.now, taker_id: userId });
    await audit(tx, ctx, {
      action: "till.taken_over",
      subject: ["till", till_id],
      changes: { amount: [null, amount] },
    });
    return ok({});
  });
}
