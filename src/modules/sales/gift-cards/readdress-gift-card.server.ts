import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { giftCardDue } from "#src/modules/sales/gift-cards/events.ts";
import { lockCard, readdress } from "#src/modules/sales/gift-cards/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Emails a card again, to another address where one is given. One that isn't due yet only gets the address. Requires `payments.read` and
 * `payments.change`. Refusals: forbidden {missing}, card_not_found, card_over (unpaid, void, ended or used).
 */
export async function readdressGiftCard(
  ctx: Context,
  { id, receiver_email: email }: { id: string; receiver_email: string },
) {
  for (const missing of ["payments.read", "payments.change"] as const)
    if (!can(ctx.actor, missing)) return fail("forbidden", { missing });
  return ctx.db.transaction().execute(async (tx) => {
    const card = await lockCard(tx, id);
    if (!card) return fail("card_not_found");
    if (card.state !== "live" || card.left === 0) return fail("card_over");
    const isOther = email.toLowerCase() !== card.receiver_email.toLowerCase();
    if (isOther) await readdress(tx, id, email);
    if (card.sent_at !== null)
      await ctx.publish(ctx, tx, giftCardDue({ giftCardId: id, again: ctx.now.toISOString() }));
    await audit(tx, ctx, {
      action: isOther ? "gift_card.readdressed" : "gift_card.sent_again",
      subject: ["gift_card", id],
    });
    return ok({});
  });
}
