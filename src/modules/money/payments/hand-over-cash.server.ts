import { fail, ok } from "#src/kernel/result.ts";
import { lockPurchase } from "#src/modules/money/payments/lock-purchase.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { closeGiven } from "#src/modules/money/payments/close-manual-refund.server.ts";
import { hurryRefunds } from "#src/modules/money/payments/decide-refunds.server.ts";
import { isGivenOnTheSpot, isToGive } from "#src/modules/money/payments/rules/payment.ts";
import { paymentsOf, refundsOfPayment } from "#src/modules/money/payments/store.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type HandedOver = {
  purchase_id: string;
  /** only this one; all of the booking's without it */
  refund_id?: string;
  /** not these, which waited before */
  except?: readonly string[];
  /** how, in the words of whoever gave it */
  note: string;
};

/**
 * Marks a booking's refunds of cash, and of cards at our terminal, done: staff gave the money back where they agreed to. Requires `payments.change`. Safe to
 * repeat. Refusals: forbidden {missing}, refund_not_found (none of such money) and those of `closeManualRefund`.
 */
export async function handOverCash(ctx: Context, handed: HandedOver) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" });
  return giveCashBack(ctx, handed);
}

/** The same for a caller that has checked permissions. */
export async function giveCashBack(ctx: Context, { purchase_id, refund_id, except = [], note }: HandedOver) {
  const refunds = await givenOnTheSpot(ctx, purchase_id);
  const meant = refunds.filter(({ id }) => id === (refund_id ?? id) && !except.includes(id));
  if (meant.length === 0) return fail("refund_not_found");
  for (const refund of meant.filter(({ status }) => isToGive(status))) {
    // whoever takes the cash of a night that was called off wants no other date
    await ctx.db.transaction().execute(async (tx) => {
      await lockPurchase(ctx, tx, refund);
      await hurryRefunds(ctx, tx, [refund]);
    });
    // its job may not have left it to staff yet
    await submitRefund(ctx, refund.id);
    const closed = await closeGiven(ctx, { refund_id: refund.id, note });
    // a twin of this form was quicker
    if (!closed.ok && closed.reason !== "not_manual") return closed;
  }
  return ok({});
}

/** Ids of a purchase's refunds of such money, whatever became of them. Checks no access. */
export const refundsOnTheSpot = async (ctx: Context, purchaseId: string): Promise<string[]> =>
  (await givenOnTheSpot(ctx, purchaseId)).map(({ id }) => id);

async function givenOnTheSpot({ db }: Pick<Context, "db">, purchaseId: string) {
  const payments = (await paymentsOf(db, purchaseId)).filter(({ provider }) => isGivenOnTheSpot(provider));
  return (await Promise.all(payments.map(({ id }) => refundsOfPayment(db, id)))).flat();
}
