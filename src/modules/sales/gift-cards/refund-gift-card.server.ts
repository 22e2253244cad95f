import { fail } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import type { RefundGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import { cardById, paymentOfCard } from "#src/modules/sales/gift-cards/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Refunds what is left of a card that was paid, where it came from: `amount` (minor units) is what was confirmed. A card of which nothing
 * was used is void then. `key` comes with the confirmation and makes it idempotent. Requires `payments.read`, `payments.change` and, as
 * every refund of a part, `bookings.change`. Refusals: forbidden {missing}, card_not_found, nothing_bought (unpaid, or a gesture),
 * disputed, refund_too_much {left, currency}, idempotency_conflict.
 */
export async function refundGiftCard(ctx: Context, { id, amount, key }: RefundGiftCard) {
  for (const missing of ["payments.read", "payments.change"] as const)
    if (!can(ctx.actor, missing)) return fail("forbidden", { missing });
  if (!(await cardById(ctx.db, id))) return fail("card_not_found");
  const payment_id = await paymentOfCard(ctx.db, id);
  if (payment_id === null) return fail("nothing_bought");
  return refundPart(ctx, { payment_id, amount, reason: "other" }, key);
}
