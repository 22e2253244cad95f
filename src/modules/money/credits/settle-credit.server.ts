import { RETURNED_CREDIT_DAYS } from "#src/modules/money/credits/rules/credit.ts";
import {
  lockCredit,
  prolongCredit,
  releaseReserved,
  updateUse,
  useOf,
} from "#src/modules/money/credits/store.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Inside the transaction that confirms a booking, with the booking locked: uses `needed` of its credit, the price less what was
 * paid with money (minor units; 0 releases the reservation). After a lapsed hold other bookings may have taken the credit: then
 * returns false and changes nothing.
 */
export async function settleCredit(ctx: Context, tx: Tx, purchaseId: string, needed: number): Promise<boolean> {
  if (needed === 0) {
    await releaseReserved(tx, purchaseId, ctx.now);
    return true;
  }
  const use = await useOf(tx, purchaseId);
  if (!use) return false;
  // a reservation counts even if the credit has expired meanwhile
  const { amount, spent, disputed } = await lockCredit(tx, use.credit_id, purchaseId);
  if (disputed || amount - spent < needed) return false;
  await updateUse(tx, use.id, { state: "used", amount: needed }, ctx.now);
  await postEntries(tx, ctx.now, { purchaseId, test: use.test }, [
    { key: `credit-use:${use.id}:used`, kind: "credit_used", amount: needed, currency: use.currency },
  ]);
  return true;
}

/**
 * Inside a transaction that has locked the booking: uses credit again that returned when its night was called off, `needed` of it
 * (minor units). Returns how much of a sale its return had undone, which is sold again by the caller; null where the credit was
 * spent elsewhere since. `key` makes the posting idempotent.
 */
export async function retakeCredit(
  ctx: Context,
  tx: Tx,
  { purchaseId, needed, key }: { purchaseId: string; needed: number; key: string },
): Promise<number | null> {
  const use = await useOf(tx, purchaseId);
  if (!use) return needed === 0 ? 0 : null;
  const { taken_back: takenBack } = use;
  if (needed > 0) {
    const { amount, spent, disputed } = await lockCredit(tx, use.credit_id, purchaseId);
    if (disputed || amount - spent < needed) return null;
    await updateUse(tx, use.id, { state: "used", amount: needed, taken_back: 0 }, ctx.now);
    await postEntries(tx, ctx.now, { purchaseId, test: use.test }, [
      { key: `credit-use:${use.id}:used:${key}`, kind: "credit_used", amount: needed, currency: use.currency },
    ]);
  } else if (takenBack > 0) await updateUse(tx, use.id, { state: use.state, taken_back: 0 }, ctx.now);
  return takenBack;
}

/**
 * Inside a transaction that has locked the booking: returns credit that it used, up to `amount` (minor units), and returns how
 * much that was. `key` makes the posting idempotent. `takesBack`: also undoes a sale in the ledger.
 */
export async function returnCredit(
  ctx: Context,
  tx: Tx,
  { purchaseId, amount, key, takesBack }: { purchaseId: string; amount: number; key: string; takesBack: boolean },
): Promise<number> {
  const use = await useOf(tx, purchaseId);
  if (use?.state !== "used" || amount <= 0) return 0;
  const back = Math.min(use.amount, amount);
  const rest = use.amount - back;
  const undone = takesBack ? back : 0;
  const left = rest > 0 ? ({ state: "used", amount: rest } as const) : ({ state: "released" } as const);
  await updateUse(tx, use.id, { ...left, taken_back: use.taken_back + undone }, ctx.now);
  await prolongCredit(tx, use.credit_id, new Date(ctx.now.getTime() + RETURNED_CREDIT_DAYS * 86_400_000));
  await postEntries(tx, ctx.now, { purchaseId, test: use.test }, [
    { key: `credit-use:${use.id}:taken_back:${key}`, kind: "sale_taken_back", amount: undone, currency: use.currency },
    { key: `credit-use:${use.id}:back:${key}`, kind: "credit_given", amount: back, currency: use.currency },
  ]);
  await audit(tx, ctx, {
    action: "credit.returned",
    subject: [use.kind, purchaseId],
    changes: { credit: [use.amount, rest] },
  });
  return back;
}
