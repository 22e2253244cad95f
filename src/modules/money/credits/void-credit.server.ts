import { creditOfPayment, lockCredit, usedOf, voidRest } from "#src/modules/money/credits/store.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Inside a transaction that has locked the payment's booking: a bank has kept `atMost` (minor units) of the money behind a
 * credit, so its unused part is voided up to that. `key` makes the posting idempotent. Null if the payment gave no credit.
 */
export async function voidCredit(
  ctx: Context,
  tx: Tx,
  { paymentId, atMost, key }: { paymentId: string; atMost: number; key: string },
): Promise<{ voided: number; used: number } | null> {
  const snapshot = await creditOfPayment(tx, paymentId);
  if (!snapshot) return null;
  const credit = await lockCredit(tx, snapshot.id, snapshot.purchase_id);
  const used = await usedOf(tx, credit.id);
  const rest = Math.min(credit.amount - used - credit.voided, atMost);
  if (rest === 0) return { voided: 0, used };
  await voidRest(tx, credit.id, rest);
  const about = { purchaseId: credit.purchase_id, paymentId, test: credit.test };
  const move = {
    key: `credit:${credit.id}:voided:${key}`,
    kind: "credit_voided",
    amount: rest,
    currency: credit.currency,
  } as const;
  await postEntries(tx, ctx.now, about, [move]);
  await audit(tx, ctx, {
    action: "credit.voided",
    subject: [credit.kind, credit.purchase_id],
    changes: { voided: [credit.voided, credit.voided + rest] },
  });
  return { voided: rest, used };
}
