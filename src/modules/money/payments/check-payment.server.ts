import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { PaymentStatus } from "#src/modules/money/payments/rules/payment.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { paymentById } from "#src/modules/money/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Asks the provider about a payment now, as webhook and poller do (rule payments-2). Requires `payments.change`. Refusals:
 * forbidden, payment_not_found, provider_unavailable.
 */
export async function checkPayment(ctx: Context, { payment_id: id }: { payment_id: string }) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  if (!(await paymentById(ctx.db, id))) return fail("payment_not_found");
  try {
    await settlePayment(ctx, id);
  } catch (error) {
    log("warn", "payment.not_checked", { payment: id, error: (error as Error).message });
    return fail("provider_unavailable");
  }
  const { status, review_reason } = (await paymentById(ctx.db, id))!;
  return ok({ status: status satisfies PaymentStatus, review_reason });
}
