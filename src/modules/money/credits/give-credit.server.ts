import { randomCode } from "#src/kernel/codes.ts";
import type { Money } from "#src/kernel/money.ts";
import { creditGiven } from "#src/modules/money/credits/events.ts";
import { CREDIT_DAYS, creditCode } from "#src/modules/money/credits/rules/credit.ts";
import { insertCredit } from "#src/modules/money/credits/store.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// 30¹²: can't be guessed, whatever the number of tries
const CODE_LENGTH = 12;

/** A purchase and its kind, by which the audit log has it. */
export type Of = { kind: string; id: string };

/**
 * Inside a transaction: gives credit for the whole of a payment that bought nothing, valid for a year. The caller has locked the
 * booking and prevents a refund of the same money. Once per payment (a constraint).
 */
export async function giveCredit(
  ctx: Context,
  tx: Tx,
  { of: { kind, id: purchaseId }, paymentId, money, test }: { of: Of; paymentId: string; money: Money; test: boolean },
): Promise<void> {
  const { id } = await insertCredit(tx, {
    code: creditCode(randomCode(CODE_LENGTH)),
    currency: money.currency,
    amount: money.amount,
    purchase_id: purchaseId,
    payment_id: paymentId,
    test,
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + CREDIT_DAYS * 86_400_000),
  });
  await postEntries(tx, ctx.now, { purchaseId, paymentId, test }, [
    { key: `credit:${id}:given`, kind: "credit_given", ...money },
  ]);
  await audit(tx, ctx, {
    action: "credit.given",
    subject: [kind, purchaseId],
    changes: { amount: [null, money.amount], currency: [null, money.currency] },
  });
  await ctx.publish(ctx, tx, creditGiven({ creditId: id, purchaseId, kind }));
}
