import { randomCode } from "#src/kernel/codes.ts";
import type { Money } from "#src/kernel/money.ts";
import { recordEvent } from "#src/modules/money/sandbox/record-event.server.ts";
import { refundRefusal } from "#src/modules/money/sandbox/rules/outcome.ts";
import { addRefund, lockSession, refundByKey, refundedAmount } from "#src/modules/money/sandbox/store.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import type { RefundState } from "#src/platform/payment-provider.server.ts";

const FAILS_AFTER = 5000;

/**
 * Refunds all or part of a session's charge, once per `refundId`: a repeated call returns that refund's state. A session with
 * failing refunds accepts them and fails them 5 s later. Throws if a refund id is reused for another refund.
 */
export async function refundCharge(
  ctx: { db: Db; now: Date },
  { externalId, refundId, money }: { externalId: string; refundId: string; money: Money },
): Promise<RefundState> {
  return ctx.db.transaction().execute(async (tx) => {
    const session = await lockSession(tx, externalId); // two concurrent refunds must not both fit
    if (!session) throw new Error(`sandbox: no session ${externalId}`);
    // cash can't be sent back: as with a real provider, staff must refund it
    if (session.method === "oxxo") return { status: "manual", reason: "paid_in_cash" };
    const existing = await refundByKey(tx, refundId);
    if (existing) {
      if (
        existing.session_id !== externalId ||
        existing.amount !== money.amount ||
        existing.currency !== money.currency
      )
        throw new Error(`sandbox: refund ${refundId} was asked for with other details`);
      return stateOf(existing);
    }
    const reason = refundRefusal(session, await refundedAmount(tx, externalId), money);
    if (reason) return { status: "failed", reason };
    const refund = {
      id: `sbr_${randomCode(20)}`,
      session_id: externalId,
      idempotency_key: refundId,
      amount: money.amount,
      currency: money.currency,
      state: session.refunds_fail ? "submitted" : "succeeded",
    };
    await addRefund(tx, refund);
    if (session.refunds_fail)
      await addJob(
        tx,
        "sandbox.fail-refund",
        { refund: refund.id },
        { runAt: new Date(ctx.now.getTime() + FAILS_AFTER) },
      );
    else await recordEvent(tx, { session: externalId, type: "refund.succeeded", now: ctx.now });
    return stateOf(refund);
  });
}

const stateOf = ({ id, state }: { id: string; state: string }): RefundState =>
  state === "failed"
    ? { status: "failed", reason: "refund_failed" }
    : { status: state as "submitted" | "succeeded", externalId: id };
