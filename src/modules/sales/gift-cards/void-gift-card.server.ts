import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { payableUntil } from "#src/modules/money/payments/queries.server.ts";
import { undoGrant } from "#src/modules/money/credits/void-credit.server.ts";
import { markVoid, lockCard } from "#src/modules/sales/gift-cards/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Voids what is left of a card that was issued as a gesture, or an order that was never paid; again, once a booking that was paid with a
 * void card has returned something to it. A card that was paid is ended by refunding its payment; an order that its buyer may be paying
 * for, a voucher of days included, can be voided once no attempt is open. Idempotent. Requires `payments.read` and `payments.change`.
 * Refusals: forbidden {missing}, card_not_found, card_paid, card_payable {until} (past where a bank is taking longer).
 */
export async function voidGiftCard(ctx: Context, { id }: { id: string }) {
  for (const missing of ["payments.read", "payments.change"] as const)
    if (!can(ctx.actor, missing)) return fail("forbidden", { missing });
  return ctx.db.transaction().execute(async (tx) => {
    const card = await lockCard(tx, id);
    if (!card) return fail("card_not_found");
    if (card.state === "void" && card.left === 0) return ok({});
    if (card.state !== "unpaid" && card.gesture === null) return fail("card_paid");
    const until = card.state === "unpaid" ? await payableUntil(tx, id, ctx.now) : null;
    if (until !== null) return fail("card_payable", { until });
    await undoGrant(ctx, tx, id);
    if (card.state !== "void") await markVoid(tx, id, ctx.now);
    await audit(tx, ctx, {
      action: "gift_card.voided",
      subject: ["gift_card", id],
      changes: { state: [card.state, "void"] },
    });
    return ok({});
  });
}
