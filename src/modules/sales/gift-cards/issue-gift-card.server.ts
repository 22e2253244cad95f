import { newReference } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { appSettings, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { endOf, giftCardRef, isSendDay, limitsIn, sendAt } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import type { IssueGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import { sendOne } from "#src/modules/sales/gift-cards/send-gift-cards.server.ts";
import { cardOfKey, insertCard } from "#src/modules/sales/gift-cards/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/**
 * Issues a card as a gesture: without a payment, an expense from then on. Requires `payments.read` and `payments.change`, so that nobody
 * limited to a city does. Idempotent by the form's key; works also while cards aren't sold. Refusals: forbidden {missing}, day_outside,
 * amount_outside {least, most, currency}.
 */
export async function issueGiftCard(ctx: Context, input: IssueGiftCard) {
  for (const missing of ["payments.read", "payments.change"] as const)
    if (!can(ctx.actor, missing)) return fail("forbidden", { missing });
  const { own: amount, currency, gesture, key } = input;
  const earlier = await cardOfKey(ctx.db, key);
  if (earlier) return ok({ id: earlier.id });
  if (input.send_on !== "" && !isSendDay(input.send_on, ctx.now)) return fail("day_outside");
  const { giftCards, operator } = await appSettings(ctx);
  const { most } = limitsIn(currency, giftCards, (await currencyRates(ctx)).perUsd);
  if (amount < 100 || amount > most) return fail("amount_outside", { least: 100, most, currency });
  const test = practises(ctx);
  const planned = sendAt(input.send_on, ctx.now);
  return ctx.db
    .transaction()
    .execute(async (tx) => {
      const { id } = await insertCard(tx, {
        order_key: key,
        reference: newReference("GFT"),
        state: "live",
        currency,
        amount,
        site_tag: ctx.site,
        language: input.language,
        buyer_name: operator.name,
        buyer_email: "",
        receiver_name: input.receiver_name,
        receiver_email: input.receiver_email,
        message: input.message,
        send_at: planned,
        gesture,
        issued_by: ctx.actor.userId,
        test,
        created_at: ctx.now,
        paid_at: ctx.now,
      });
      await giveCredit(ctx, tx, {
        of: giftCardRef(id),
        paymentId: null,
        money: { amount, currency },
        test,
        code: "GC",
        until: endOf(planned, giftCards.months),
      });
      await audit(tx, ctx, {
        action: "gift_card.issued",
        subject: ["gift_card", id],
        changes: { amount: [null, amount], currency: [null, currency], reason: [null, gesture] },
      });
      if (planned <= ctx.now) await sendOne(ctx, tx, id);
      return ok({ id });
    })
    .catch(async (error: unknown) => {
      if (violated(error) !== "gift_cards_order_key_key") throw error;
      return ok({ id: (await cardOfKey(ctx.db, key))!.id });
    });
}
