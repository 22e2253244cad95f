import { fail, ok } from "#src/kernel/result.ts";
import { mayWorkFor } from "#src/modules/evening/guides/queries.server.ts";
import type { SetPay } from "#src/modules/evening/guides/schema.ts";
import { payNightsToCome, writePay } from "#src/modules/evening/guides/store/months.server.ts";
import { lockGuide } from "#src/modules/evening/guides/store/shifts.server.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Sets what a guide gets per night they lead, in minor units; null for nothing. It counts for the nights that haven't begun, and for
 * those before that had no pay; nights that were paid stay as they are. Idempotent. Requires `payments.change`. Refusals: forbidden
 * {missing}, not_a_guide (also one of other cities than the caller's).
 */
export async function setPay(ctx: Context, { user_id: userId, amount, currency }: SetPay) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  if (!(await staffWho(ctx, "checkins.record")).some((one) => one.id === userId && mayWorkFor(ctx.actor, one)))
    return fail("not_a_guide");
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockGuide(tx, userId);
    const now = { pay_amount: amount, pay_currency: amount === null ? null : currency };
    if (was.pay_amount === now.pay_amount && was.pay_currency === now.pay_currency) return ok({});
    await writePay(tx, userId, now);
    await payNightsToCome(tx, userId, now, ctx.now);
    await audit(tx, ctx, {
      action: "guide.pay_set",
      subject: ["user", userId],
      changes: { pay: [priceOf(was), priceOf(now)] },
    });
    return ok({});
  });
}

const priceOf = ({
  pay_amount: amount,
  pay_currency: currency,
}: {
  pay_amount: number | null;
  pay_currency: string | null;
}) => (amount === null || currency === null ? null : { [currency]: amount });
