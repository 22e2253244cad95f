import { fail, ok } from "#src/kernel/result.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { returnableParts } from "#src/modules/sales/gift-cards/queries.server.ts";
import { requestRefund } from "#src/modules/money/payments/request-refund.server.ts";
import { mayReturn } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import { lockCard } from "#src/modules/sales/gift-cards/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Gives an unused card back: it is void, and its money goes back where it came from. Whoever has the card's page may do it, as the money
 * can reach nobody but who paid. Idempotent. Refusals: card_not_found, not_returnable (used in part, or its days are over).
 */
export async function returnGiftCard(ctx: Context, { id }: { id: string }) {
  if (!isUuid(id)) return fail("card_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const card = await lockCard(tx, id);
    if (!card) return fail("card_not_found");
    if (card.state === "void") return ok({});
    const { giftCards } = await storedSettings({ db: ctx.db, tx });
    if (!mayReturn(card, giftCards.refundDays, ctx.now)) return fail("not_returnable");
    const parts = await returnableParts(tx, id);
    if (parts.length === 0) return fail("not_returnable");
    for (const { paymentId, left } of parts)
      await requestRefund(ctx, tx, {
        paymentId,
        amount: Math.min(left, card.amount),
        reason: "customer",
        key: `gift_card:${id}:${paymentId}`,
        dueAt: ctx.now,
        takesBack: true,
      });
    await audit(tx, ctx, {
      action: "gift_card.returned",
      subject: ["gift_card", id],
      changes: { state: [card.state, "void"] },
    });
    return ok({});
  });
}
