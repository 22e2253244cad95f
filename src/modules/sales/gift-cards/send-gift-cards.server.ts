import { expireCredits } from "#src/modules/money/credits/void-credit.server.ts";
import { giftCardDue, giftCardEnding } from "#src/modules/sales/gift-cards/events.ts";
import { GIFT_CARD, REMINDER_DAYS } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import {
  cardById,
  dueCards,
  endingCards,
  takeReminder,
  takeSending,
} from "#src/modules/sales/gift-cards/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/** Inside a transaction: sends a card that is due, once. */
export async function sendOne(ctx: Context, tx: Tx, id: string): Promise<void> {
  if (await takeSending(tx, id, ctx.now)) await ctx.publish(ctx, tx, giftCardDue({ giftCardId: id, again: null }));
}

/** Job: sends the paid cards whose day has come. Idempotent, and safe to run concurrently. */
export async function sendGiftCards(ctx: Context): Promise<void> {
  const naming = { event: "gift_card.not_sent", about: (id: string) => ({ giftCard: id }) };
  await eachInTurn(await dueCards(ctx.db, ctx.now), naming, (id) =>
    ctx.db.transaction().execute((tx) => sendOne(ctx, tx, id)),
  );
}

/** Job: reminds holders of cards that end soon, and books what is left of those that have ended. Idempotent. */
export async function endGiftCards(ctx: Context): Promise<void> {
  await expireCredits(ctx, GIFT_CARD);
  const until = new Date(ctx.now.getTime() + REMINDER_DAYS * 86_400_000);
  const naming = { event: "gift_card.not_reminded", about: (id: string) => ({ giftCard: id }) };
  await eachInTurn(await endingCards(ctx.db, { now: ctx.now, until }), naming, (id) =>
    ctx.db.transaction().execute(async (tx) => {
      if (((await cardById(tx, id))?.left ?? 0) === 0 || !(await takeReminder(tx, id, ctx.now))) return;
      await ctx.publish(ctx, tx, giftCardEnding({ giftCardId: id }));
    }),
  );
}
