import type { Currency } from "#src/kernel/money.ts";
import { saleChanged } from "#src/modules/money/payments/events.ts";
import { bookingForUpdate, lowerTotal } from "#src/modules/sales/booking/store/booking.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Call with a sold booking locked: reduces its price by `amount` (minor units of its currency), as a discount. `key` is unique
 * per occasion: each reduces the price once. The caller checks permissions.
 */
export async function lowerPrice(
  ctx: Context,
  tx: Tx,
  { bookingId, amount, key }: { bookingId: string; amount: number; key: string },
): Promise<void> {
  const { total_price: total, currency, test } = (await bookingForUpdate(tx, bookingId))!;
  await lowerTotal(tx, bookingId, amount);
  const move = { key, kind: "sale_taken_back", amount, currency: currency as Currency } as const;
  await postEntries(tx, ctx.now, { purchaseId: bookingId, test }, [move]);
  await audit(tx, ctx, {
    action: "booking.price_lowered",
    subject: ["booking", bookingId],
    changes: { total_price: [total, total - amount] },
  });
  await ctx.publish(ctx, tx, saleChanged({ purchaseId: bookingId, kind: "booking", cause: "sale" }));
}
