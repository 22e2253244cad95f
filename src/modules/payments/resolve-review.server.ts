import { fail } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { paymentById } from "#src/modules/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * A person decides about a payment of a wrong amount or currency: what came is taken as the price (`accept`), or it goes back
 * (`refund`). Whoever may change payments. Refusals: forbidden, payment_not_found, not_in_review.
 */
export async function resolveReview(
  ctx: Context,
  { payment_id: id }: { payment_id: string; decision: "accept" | "refund" },
) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden");
  const payment = await paymentById(ctx.db, id);
  if (!payment) return fail("payment_not_found");
  return fail("not_in_review");
}
