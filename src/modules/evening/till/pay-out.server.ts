import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { sumsOf } from "#src/modules/evening/till/rules/till.ts";
import type { PayOut } from "#src/modules/evening/till/schema.ts";
import { addLine, lineById, linesOfTills, tillForUpdate } from "#src/modules/evening/till/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Takes cash out of one's own till for something, a taxi say. Idempotent by the form's key. Needs `sales.door`. Refusals: forbidden
 * {missing}, till_not_open, till_too_little (it doesn't say by how much: the till is to be counted without knowing what should be in it),
 * idempotency_conflict.
 */
export async function payOut(ctx: Context, input: PayOut) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  const { key: id, till_id, amount, currency, reason } = input;
  return ctx.db.transaction().execute(async (tx) => {
    const till = await tillForUpdate(tx, userId);
    const line = await lineById(tx, id);
    if (line) {
      const isSame =
        line.till_id === till_id && line.amount === amount && line.currency === currency && line.reason === reason;
      return isSame ? ok({}) : fail("idempotency_conflict");
    }
    if (till?.id !== till_id || till.state !== "open") return fail("till_not_open");
    const sum = sumsOf(await linesOfTills(tx, [till.id])).find((one) => one.currency === currency)!;
    if (sum.expected < amount) return fail("till_too_little");
    await addLine(tx, { id, till_id, kind: "payout", currency, amount, reason, at: ctx.now });
    await audit(tx, ctx, {
      action: "till.paid_out",
      subject: ["till", till_id],
      changes: { amount: [null, amount], currency: [null, currency], reason: [null, reason] },
    });
    return ok({});
  });
}
