import { purchasesWithMoney } from "#src/modules/money/payments/queries.server.ts";
import {
  cardsOfReceiver,
  cardsToForget,
  forgetPeople,
  forgetReceivers,
  markVoid,
} from "#src/modules/sales/gift-cards/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

const PORTION = 200;

/** Takes buyers and receivers out of cards that were bought before a time, in portions. What is left on a card stays, and who it is yet to be sent to. */
export const forgetCards = (ctx: Context, before: Date): Promise<void> => forgetBefore(ctx, "paid", before);

/** The same of orders that were never paid, unless money came for one; nobody can pay it any more. */
export const forgetOrders = (ctx: Context, before: Date): Promise<void> => forgetBefore(ctx, "unpaid", before);

async function forgetBefore(ctx: Context, as: "paid" | "unpaid", before: Date): Promise<void> {
  for (;;) {
    const left = await ctx.db.transaction().execute(async (tx) => {
      const ids = await cardsToForget(tx, as, before, PORTION);
      if (ids.length === 0) return 0;
      const withMoney = as === "unpaid" ? await purchasesWithMoney(tx, ids) : new Set<string>();
      const due = ids.filter((id) => !withMoney.has(id));
      if (due.length === 0) return 0;
      await forgetPeople(tx, due, ctx.now);
      if (as === "unpaid") for (const id of due) await markVoid(tx, id, ctx.now);
      return ids.length;
    });
    if (left < PORTION) return;
  }
}

/** Takes somebody out of the cards that others bought for them, in the caller's transaction. `email` is in small letters. */
export async function forgetReceiver(tx: Tx, email: string): Promise<void> {
  if (email === "") return;
  const ids = await cardsOfReceiver(tx, email);
  if (ids.length > 0) await forgetReceivers(tx, ids);
}
