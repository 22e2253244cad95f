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
  const refused = await beyondLimit(tx, { partnerId, test, amount });
  if (refused) return refused;
  if (amount > 0) await noteCash(tx, { partnerId, bookingId, amount, at: ctx.now });
  return null;
}

type Owing = { partnerId: string; test: boolean; amount: number };

/** Whether so much more (centavos) is beyond what a partner may owe, of practice or of real bookings: credit_limit {left}; null where it isn't. */
export async function beyondLimit(tx: Tx, { partnerId, test, amount }: Owing) {
  // none where it owes more than that: its limit may be lower by now, and what costs nothing is still sold
  const left = Math.max(0, (await limitOf(tx, partnerId)) - (await openCash(tx, partnerId, test)));
  return amount > left ? fail("credit_limit", { left }) : null;
}
