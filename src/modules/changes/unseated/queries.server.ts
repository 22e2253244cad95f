import { nightOffBooking } from "#src/modules/changes/cancellation/queries.server.ts";
import { paymentsOf, type RefundRow, refundsOf } from "#src/modules/money/payments/queries.server.ts";
import { isDisputed, isUndecided } from "#src/modules/money/payments/rules/payment.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/**
 * What the guest of a booking without places may still decide: about a payment that came too late (`unplaced`), or a night that we
 * called off (`night_off`). `money` is how much of the price was money, `back` how much of it goes back without a decision (minor
 * units), `refunds` by which refunds, `until` when.
 */
export type Undecided = {
  why: "unplaced" | "night_off";
  refunds: RefundRow[];
  money: number;
  back: number;
  /** how much of each refund there is, and how its payment was made, in the order in which they are decided */
  parts: { method: string; left: number }[];
  until: Date;
};

/**
 * What is undecided about an unseated booking; null where nothing is. The whole of its price must still be there: not partly
 * refunded elsewhere nor disputed. Reads only.
 */
export async function undecidedOf(ctx: { db: Db | Tx; now: Date }, bookingId: string): Promise<Undecided | null> {
  const [payments, refunds] = [await paymentsOf(ctx.db, bookingId), await refundsOf(ctx.db, bookingId)];
  const paymentOf = ({ payment_id }: RefundRow) => payments.find(({ id }) => id === payment_id);
  const isWhole = (refund: RefundRow) => {
    const payment = paymentOf(refund);
    return payment !== undefined && payment.amount === refund.amount && !isDisputed(payment);
  };
  const late = refunds.find(
    (refund) => refund.reason === "unplaced" && isUndecided(refund, ctx.now) && isWhole(refund),
  );
  const parts = (due: readonly RefundRow[]) =>
    due.map((refund) => ({ method: paymentOf(refund)!.method, left: refund.amount }));
  if (late)
    return {
      why: "unplaced",
      refunds: [late],
      parts: parts([late]),
      money: late.amount,
      back: late.amount,
      until: late.due_at,
    };
  const off = await nightOffBooking(ctx.db, bookingId);
  if (!off?.choose_until || off.choose_until <= ctx.now) return null;
  const due = refunds.filter(({ reason, status }) => reason === "departure_cancelled" && status !== "dropped");
  const money = off.total_price - off.credit;
  const back = due.reduce((sum, { amount }) => sum + amount, 0);
  if (back < money || !due.every((refund) => isUndecided(refund, ctx.now))) return null;
  if (payments.some((payment) => payment.status === "succeeded" && isDisputed(payment))) return null;
  return { why: "night_off", refunds: due, parts: parts(due), money, back, until: off.choose_until };
}
