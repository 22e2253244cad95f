import { fail } from "#src/kernel/result.ts";
import { limitOf, lockPartnerCash, noteCash, openCash } from "#src/modules/partners/commission/note-sale.server.ts";
import type { ResaleRow } from "#src/modules/programs/resellers/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * In the transaction that pays for a resale, or for a change of one: its reseller owes us so much more (centavos), one sale of a partner
 * after the other. Refusal: credit_limit {left: centavos}.
 */
export async function owePayment(
  ctx: Context,
  tx: Tx,
  { partner_id: partnerId, booking_id: bookingId, test }: Pick<ResaleRow, "partner_id" | "booking_id" | "test">,
  amount: number,
) {
  await lockPartnerCash(statementsOf(tx), partnerId);
  const left = (await limitOf(tx, partnerId)) - (await openCash(tx, partnerId, test));
  if (amount > left) return fail("credit_limit", { left });
  if (amount > 0) await noteCash(tx, { partnerId, bookingId, amount, at: ctx.now });
  return null;
}
