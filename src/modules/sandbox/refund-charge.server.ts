import { randomCode } from "#src/kernel/codes.ts";
import type { Money } from "#src/kernel/money.ts";
import { recordEvent } from "#src/modules/sandbox/record-event.server.ts";
import { refundRefusal } from "#src/modules/sandbox/rules/outcome.ts";
import { addRefund, lockSession, refundByKey, refundedAmount } from "#src/modules/sandbox/store.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import type { RefundState } from "#src/platform/payment-provider.server.ts";

const FAILS_AFTER = 5000;

/**
 * Gives back part or all of what a session charged, once per `refundId`: asked again it says how that refund is doing.
 * A session whose refunds fail accepts them and fails them 5 s later. Throws when a refund id is used for another refund.
 */
export async function refundCharge(
  ctx: { db: Db; now: Date },
  { externalId, refundId, money }: { externalId: string; refundId: string; money: Money },
): Promise<RefundState> {
  return ctx.db.transaction().execute(async (tx) => {
    const session = await lockSession(tx, externalId); // two refunds at once must not both fit
    if (!session) throw new Error(`sandbox: no session ${externalId}`);
    // cash can't be sent back: as at a real company, a person must
    if (session.method === "oxxo") return { status: "manual", reason: "paid_in_cash" };
    const known = await refundByKey(tx, refundId);
    if (known) {
      if (known.session_id !== externalId || known.amount !== money.amount || known.currency !== money.currency)
        throw new Error(`sandbox: refund ${refundId} was asked for with other details`);
      return stateOf(known);
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
