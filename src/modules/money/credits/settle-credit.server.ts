import { RETURNED_CREDIT_DAYS, shareAmong } from "#src/modules/money/credits/rules/credit.ts";
import {
  lockCredits,
  prolongCredit,
  releaseReserved,
  updateUse,
  usesOf,
} from "#src/modules/money/credits/store.server.ts";
import { reclaimReturned } from "#src/modules/money/credits/void-credit.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Inside the transaction that confirms a booking, with the booking locked: uses `needed` of its credits, the price less what was
 * paid with money (minor units; 0 releases the reservations), in the order in which they were applied. After a lapsed hold other
 * bookings may have taken them: then returns false and changes nothing.
 */
export async function settleCredit(ctx: Context, tx: Tx, purchaseId: string, needed: number): Promise<boolean> {
  if (needed === 0) {
    await releaseReserved(tx, purchaseId, ctx.now);
    return true;
  }
  const shared = await shareNeeded(tx, purchaseId, needed);
  if (!shared) return false;
  for (const { use, part } of shared) {
    if (part === 0) {
      if (use.state === "reserved") await updateUse(tx, use.id, { state: "released" }, ctx.now);
      continue;
    }
    await updateUse(tx, use.id, { state: "used", amount: part }, ctx.now);
    await postEntries(tx, ctx.now, { purchaseId, test: use.test }, [
      { key: `credit-use:${use.id}:used`, kind: "credit_used", amount: part, currency: use.currency },
    ]);
  }
  return true;
}

/** How much each of a purchase's credits pays of what is needed; null where they have less. They stay locked. */
async function shareNeeded(tx: Tx, purchaseId: string, needed: number) {
  const uses = await usesOf(tx, purchaseId);
  const credits = await lockCredits(
    tx,
    uses.map(({ credit_id: id }) => id),
    purchaseId,
  );
  // a reservation counts even if the credit has expired meanwhile
  const free = uses.map((use) => {
    const { amount, spent, disputed } = credits.find(({ id }) => id === use.credit_id)!;
    return disputed ? 0 : amount - spent;
  });
  return shareAmong(needed, free)?.map((part, n) => ({ use: uses[n]!, part })) ?? null;
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
  const shared = await shareNeeded(tx, purchaseId, needed);
  if (!shared) return null;
  let undone = 0;
  for (const { use, part } of shared) {
    undone += use.taken_back;
    if (part > 0) {
      await updateUse(tx, use.id, { state: "used", amount: part, taken_back: 0, voided: 0 }, ctx.now);
      await postEntries(tx, ctx.now, { purchaseId, test: use.test }, [
        { key: `credit-use:${use.id}:used:${key}`, kind: "credit_used", amount: part, currency: use.currency },
      ]);
    } else if (use.taken_back > 0) await updateUse(tx, use.id, { state: use.state, taken_back: 0, voided: 0 }, ctx.now);
  }
  return undone;
}

/**
 * Inside a transaction that has locked the booking: returns credit that it used, up to `amount` (minor units), and returns how
 * much that was: to the credit that was applied last first (rule refunds-8). `key` makes the posting idempotent. `takesBack`: also
 * undoes a sale in the ledger.
 */
export async function returnCredit(
  ctx: Context,
  tx: Tx,
  { purchaseId, amount, key, takesBack }: { purchaseId: string; amount: number; key: string; takesBack: boolean },
): Promise<number> {
  const uses = (await usesOf(tx, purchaseId)).filter(({ state }) => state === "used").toReversed();
  await lockCredits(
    tx,
    uses.map(({ credit_id: id }) => id),
    purchaseId,
  );
  let returned = 0;
  for (const use of uses) {
    const back = Math.min(use.amount, amount - returned);
    if (back <= 0) break;
    returned += back;
    const rest = use.amount - back;
    const undone = takesBack ? back : 0;
    const left = rest > 0 ? ({ state: "used", amount: rest } as const) : ({ state: "released" } as const);
    await updateUse(tx, use.id, { ...left, taken_back: use.taken_back + undone }, ctx.now);
    await prolongCredit(tx, use.credit_id, new Date(ctx.now.getTime() + RETURNED_CREDIT_DAYS * 86_400_000));
    await postEntries(tx, ctx.now, { purchaseId, test: use.test }, [
      {
        key: `credit-use:${use.id}:taken_back:${key}`,
        kind: "sale_taken_back",
        amount: undone,
        currency: use.currency,
      },
      { key: `credit-use:${use.id}:back:${key}`, kind: "credit_given", amount: back, currency: use.currency },
    ]);
    await audit(tx, ctx, {
      action: "credit.returned",
      subject: [use.kind, purchaseId],
      changes: { credit: [use.amount, rest] },
    });
    const gone = await reclaimReturned(ctx, tx, use.credit_id, { back, key: `${use.id}:${key}` });
    // its guest is told of what was taken back
    if (gone > 0 && takesBack) await updateUse(tx, use.id, { ...left, voided: use.voided + gone }, ctx.now);
  }
  return returned;
}
