import { refundOf } from "#src/modules/sales/booking/rules/cancellation.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { creditIn } from "#src/modules/sales/credits/queries.server.ts";
import { isDisputed, owed } from "#src/modules/money/payments/rules/payment.ts";
import {
  disputesOfPayment,
  type PaymentRow,
  paymentsOfBooking,
  refundsOfPayment,
} from "#src/modules/money/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** How much is refunded: by the guest's rule (nothing after the deadline), everything, or nothing. */
export type RefundChoice = "guest" | "operator" | "none";

/**
 * What is owed if the guest or the operator cancels a booking now, or staff do and keep the money (`none`): per payment, with
 * what was paid with credit as `credit`, under the same rule. Minor units of the booking's currency. `refund` is certain;
 * `waits` is refunded if a bank that has yet to decide leaves it. `disputed`: the guest's bank decides, or has decided, about
 * part of it.
 */
export async function priceCancellation(ctx: Context, booking: BookingView, by: RefundChoice = "guest") {
  const { currency } = booking.total;
  if (booking.status !== "confirmed")
    return { parts: [], disputed: false, waits: 0, refund: { amount_minor: 0, currency }, credit: 0 };
  const startsAt = new Date(booking.departure.starts_at);
  const back = (paid: number) =>
    by === "none" ? 0 : refundOf({ paid, startsAt, now: ctx.now, byOperator: by === "operator" });
  const succeeded = (await paymentsOfBooking(ctx.db, booking.id)).filter((payment) => payment.status === "succeeded");
  const parts = await Promise.all(
    succeeded.map(async (payment) => ({
      paymentId: payment.id,
      amount: back(await owedNow(ctx, payment)),
      waits: payment.dispute_state === "open",
    })),
  );
  const used = await creditIn(ctx, booking.id);
  const sum = (waiting: boolean) =>
    parts.filter((part) => part.waits === waiting).reduce((total, { amount }) => total + amount, 0);
  return {
    parts,
    credit: back(used?.amount ?? 0),
    disputed: succeeded.some((payment) => isDisputed(payment) && back(payment.amount) > 0),
    waits: sum(true),
    refund: { amount_minor: sum(false), currency },
  };
}

const owedNow = async ({ db }: Pick<Context, "db">, payment: PaymentRow): Promise<number> =>
  owed(payment, await refundsOfPayment(db, payment.id), await disputesOfPayment(db, payment.id));
