import { worthOfHandedOut } from "#src/modules/sales/booking/rules/add-ons.ts";
import { refundOf } from "#src/modules/sales/booking/rules/cancellation.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { beforeIn } from "#src/modules/money/payments/rules/paid-before.ts";
import { owedParts } from "#src/modules/money/payments/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const handedOutOf = ({ private: own }: BookingView): number =>
  worthOfHandedOut(
    (own?.bought ?? []).map(({ quantity, amount, handed_out: redeemed }) => ({
      quantity,
      amount: amount.amount_minor,
      redeemed,
    })),
  );

/** How much is refunded: by the guest's rule (nothing after the deadline), everything, or nothing. */
export type RefundChoice = "guest" | "operator" | "none";

/**
 * What is owed if the guest or the operator cancels a booking now, or staff do and keep the money (`none`): per payment, with
 * what was paid with credit as `credit`, under the same rule; `deposit` of that goes back as a group's deposit was paid, and `keptDeposit`
 * is what such a group loses that hasn't paid the rest. Minor units of the booking's currency. `refund` is certain, and
 * `before` of it comes from another system; `waits` is refunded if a bank that has yet to decide leaves it. `disputed`: the guest's bank decides, or has decided, about
 * part of it. What was handed out of its add-ons (`handedOut`) a guest doesn't get back.
 */
export async function priceCancellation(ctx: Context, booking: BookingView, by: RefundChoice = "guest") {
  const { currency } = booking.total;
  const used = await creditIn(ctx, booking.id);
  const inDeposit = (used?.parts ?? []).reduce((sum, { amount, isDeposit }) => sum + (isDeposit ? amount : 0), 0);
  if (booking.status !== "confirmed")
    return {
      parts: [],
      disputed: false,
      waits: 0,
      refund: { amount_minor: 0, currency },
      before: 0,
      credit: 0,
      deposit: 0,
      // we cancel at no cost to the guest (rule groups-3)
      keptDeposit: by === "guest" ? inDeposit : 0,
      handedOut: 0,
    };
  const startsAt = new Date(booking.departure.starts_at);
  const back = (paid: number) =>
    by === "none" ? 0 : refundOf({ paid, startsAt, now: ctx.now, byOperator: by === "operator" });
  const payments = await owedParts(ctx.db, booking.id);
  let rest = by === "guest" ? back(handedOutOf(booking)) : 0;
  const handedOut = rest;
  const parts = payments.map(({ paymentId, method, owed, waits }) => {
    const amount = Math.max(0, back(owed) - rest);
    rest -= back(owed) - amount;
    return { paymentId, method, amount, waits };
  });
  const credit = Math.max(0, back(used?.amount ?? 0) - rest);
  const sum = (waiting: boolean) =>
    parts.filter((part) => part.waits === waiting).reduce((total, { amount }) => total + amount, 0);
  return {
    parts,
    credit,
    // credit that was applied later returns first
    deposit: Math.max(0, credit - ((used?.amount ?? 0) - inDeposit)),
    keptDeposit: 0,
    handedOut,
    disputed: payments.some(({ disputed, paid }) => disputed && back(paid) > 0),
    waits: sum(true),
    refund: { amount_minor: sum(false), currency },
    before: beforeIn(parts.filter(({ waits }) => !waits)),
  };
}
