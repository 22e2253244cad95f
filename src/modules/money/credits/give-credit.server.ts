import { randomCode } from "#src/kernel/codes.ts";
import type { Money } from "#src/kernel/money.ts";
import { creditGiven } from "#src/modules/money/credits/events.ts";
import { type CodeOf, CODES, CREDIT_DAYS, creditCode } from "#src/modules/money/credits/rules/credit.ts";
import { insertCredit } from "#src/modules/money/credits/store.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A purchase and its kind, by which the audit log has it. */
export type Of = { kind: string; id: string };

type NewCredit = {
  of: Of;
  /** null where nobody paid for it: a gesture, which is an expense */
  paymentId: string | null;
  money: Money;
  test: boolean;
  /** how its code begins */
  code?: CodeOf;
  /** null: never; in a year by default */
  until?: Date | null;
};

/**
 * Inside a transaction: gives credit for a payment, all of it or a part, or without one. The caller has locked the purchase and prevents a refund
 * of the same money. Once per payment (a constraint). Returns its id.
 */
export async function giveCredit(
  ctx: Context,
  tx: Tx,
  { of: { kind, id: purchaseId }, paymentId, money, test, ...more }: NewCredit,
): Promise<string> {
  const { code = "RC", until = new Date(ctx.now.getTime() + CREDIT_DAYS * 86_400_000) } = more;
  const { id } = await insertCredit(tx, {
    code: creditCode(randomCode(CODES[code]), code),
    currency: money.currency,
    amount: money.amount,
    purchase_id: purchaseId,
    payment_id: paymentId,
    test,
    created_at: ctx.now,
    expires_at: until,
  });
  await postEntries(tx, ctx.now, { purchaseId, ...(paymentId && { paymentId }), test }, [
    { key: `credit:${id}:given`, kind: paymentId ? "credit_given" : "credit_granted", ...money },
  ]);
  await audit(tx, ctx, {
    action: "credit.given",
    subject: [kind, purchaseId],
    changes: { amount: [null, money.amount], currency: [null, money.currency] },
  });
  await ctx.publish(ctx, tx, creditGiven({ creditId: id, purchaseId, kind }));
  return id;
}
