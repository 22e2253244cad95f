import { randomUUID } from "node:crypto";
import type { Currency } from "#src/kernel/money.ts";
import { hasReference, holderOf, type ManualMethod } from "#src/kernel/pay-method.ts";
import { fail, type Failure, ok } from "#src/kernel/result.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import type { LockedPurchase, PurchaseRef } from "#src/modules/money/payments/questions.ts";
import { manualProviderName } from "#src/modules/money/payments/serve-manual.server.ts";
import { applyPaid, BOUGHT } from "#src/modules/money/payments/settle-payment.server.ts";
import {
  insertPayment,
  keepAnswer,
  keptAnswer,
  noteReference,
  paymentForUpdate,
} from "#src/modules/money/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { isBusy } from "#src/platform/transaction.server.ts";
import { modeOf } from "#src/modules/base/settings/rules/practice.ts";

export type ManualProviderName = ManualMethod | "free";

type TakenPayment = {
  of: PurchaseRef;
  way: ManualProviderName;
  /** the terminal's operation or the transfer's tracking key, at most `MAX_REFERENCE` characters; empty where nobody typed it */
  reference?: string | undefined;
  /** the amount due, as it was shown */
  expected: { amount_minor: number; currency: Currency };
};

/**
 * Staff record money received for a booking, or invoice it; settled in one transaction like any payment. An unpaid booking is
 * confirmed, one whose hold lapsed takes seats again, a waiting change is made. Closes open attempts at providers first. `key`
 * comes from the form and makes it idempotent. Requires `bookings.change`. Refusals: forbidden {missing}, purchase_not_found,
 * idempotency_conflict, already_paid, payment_under_way, provider_unavailable, not_payable, price_changed, sold_out {left},
 * add_on_sold_out {left}, busy.
 */
export async function takePayment(ctx: Context, input: TakenPayment, key: string) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  return recordTaken(ctx, input, key);
}

/**
 * `takePayment` for a caller that has checked permissions. `first` runs in the transaction that takes the money, once the bill is
 * known to be that amount and before anything is written; what it refuses ends it. Not asked when the form was answered before.
 */
export async function recordTaken<Refused extends Failure = never>(
  ctx: Context,
  input: TakenPayment,
  key: string,
  first?: (tx: Tx) => Promise<Refused | null>,
) {
  const { of } = input;
  const purchasable = ctx.ask.purchasable(of.kind);
  const purchase = await purchasable.describe(ctx, of);
  if (!purchase) return fail("purchase_not_found");
  const before = await answerBefore(ctx, input, key);
  if (before) return before;
  const closed = await tryClosing(ctx, of.id);
  if (closed === "paid") return fail("already_paid");
  if (closed === "pending") return fail("payment_under_way");
  if (closed === "unanswered") return fail("provider_unavailable");
  // it may have lapsed itself: others that did make room first
  await purchasable.secure(ctx, purchase, { for: "late" });
  const noneLeft = new Error("nothing left");
  try {
    const outcome = await purchasable.secure(ctx, purchase, { for: "taken" }, async (tx, { locked, price }) => {
      const twin = await answerBefore({ db: tx }, input, key);
      if (twin) return twin;
      const bill = price - (of.part === null ? ((await creditIn({ db: tx }, of.id))?.amount ?? 0) : 0);
      const { amount_minor: amount, currency } = input.expected;
      if (amount !== bill || currency !== locked.currency) return fail("price_changed");
      if ((input.way === "free") !== (bill === 0)) return fail("price_changed");
      // what it writes is kept unless something is thrown from here on
      const refused = await first?.(tx);
      if (refused) return refused;
      const paymentId = await write(ctx, tx, locked, { ...input, amount: bill });
      const payment = (await paymentForUpdate(tx, paymentId))!;
      await applyPaid(ctx, tx, { purchase: locked, payment }, { money: { amount: bill, currency }, chargeId: null });
      const { placement } = (await paymentForUpdate(tx, paymentId))!;
      // no need to exceed what there is for someone whose money hasn't been taken yet
      if (placement === "tolerance" || !BOUGHT.includes(placement)) throw noneLeft;
      await keepAnswer(tx, { scope: SCOPE, key, request_hash: hashOf(input), answer: { payment_id: paymentId } });
      return ok({ payment_id: paymentId });
    });
    if (outcome.ok) return outcome.result!;
    // the same form was answered while this one waited for the lock
    return (await answerBefore(ctx, input, key)) ?? fail("not_payable");
  } catch (error) {
    if (error === noneLeft) return purchasable.lacks(ctx, purchase);
    if (isBusy(error)) return fail("busy");
    throw error;
  }
}

const SCOPE = "desk_payment"; // rows hold it
const hashOf = ({ of, way, expected }: TakenPayment) =>
  JSON.stringify([of.id, of.part, way, expected.amount_minor, expected.currency]);

/**
 * The earlier answer to the same form; null for a new one. The reference of a payment that has none may come with a second press, as
 * after an answer that was lost; another one than it has is a conflict.
 */
async function answerBefore({ db }: { db: Context["db"] | Tx }, input: TakenPayment, key: string) {
  const previous = await keptAnswer(db, SCOPE, key);
  if (!previous) return null;
  if (previous.request_hash !== hashOf(input)) return fail("idempotency_conflict");
  const answer = previous.answer as { payment_id: string };
  if (!input.reference || !hasReference(input.way)) return ok(answer);
  const reference = await noteReference(db, answer.payment_id, input.reference);
  return reference === input.reference ? ok(answer) : fail("idempotency_conflict");
}

async function write(
  ctx: Context,
  tx: Tx,
  { of: { id, part }, subject, currency, test }: LockedPurchase,
  { way, reference = "", amount }: Pick<TakenPayment, "way" | "reference"> & { amount: number },
): Promise<string> {
  const paymentId = randomUUID();
  await insertPayment(tx, {
    id: paymentId,
    purchase_id: id,
    part_id: part,
    provider: holderOf(way),
    method: way,
    // a test booking is paid with test money, whatever mode is active now
    mode: modeOf(test),
    amount,
    currency,
    external_id: manualProviderName(way, { amount, currency }, paymentId),
    expires_at: ctx.now,
    next_poll_at: null,
    created_at: ctx.now,
    hand_reference: hasReference(way) && reference !== "" ? reference : null,
  });
  await audit(tx, ctx, {
    action: "payment.taken_by_hand",
    subject,
    changes: { provider: [null, way], amount: [null, amount] },
  });
  return paymentId;
}
