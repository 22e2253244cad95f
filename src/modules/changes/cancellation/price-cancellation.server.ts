import { worthOfHandedOut } from "#src/modules/sales/booking/rules/add-ons.ts";
import { lateCreditOf, refundOf } from "#src/modules/sales/booking/rules/cancellation.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { isPaidBefore } from "#src/kernel/pay-method.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { depositAtBank } from "#src/modules/changes/cancellation/store.server.ts";
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
 * what was paid with credit as `credit`, under the same rule; `deposit` of that goes back as a group's deposit was paid. Of a group that
 * hasn't paid the rest there is no `credit`: `deposit` goes back where we cancel, and it loses `keptDeposit` where it does itself. Minor units of the booking's currency. `refund` is certain, and
 * `before` of it comes from another system; `waits` is refunded if a bank that has yet to decide leaves it, a deposit too. `disputed`: the guest's bank decides, or has decided, about
 * part of it. What was handed out of its add-ons (`handedOut`) a guest doesn't get back. A guest who is too late for a refund may get
 * a part as credit (docs/decisions/212): `late` is that of the money, as new credit, and `credit` that of what credit had paid. Of money
 * that a bank decides about, or that another system took, there is none; `percent` is 0 for who gets none at all.
 */
export async function priceCancellation(ctx: Context, booking: BookingView, by: RefundChoice = "guest") {
  const { currency } = booking.total;
  const used = await creditIn(ctx, booking.id);
  const inDeposit = (used?.parts ?? []).reduce((sum, { amount, isDeposit }) => sum + (isDeposit ? amount : 0), 0);
  if (booking.status !== "confirmed")
    return {
      parts: [],
      disputed: false,
      // it goes back unless the bank takes it
      waits: by === "guest" ? 0 : await depositAtBank(ctx.db, booking.id),
      refund: { amount_minor: 0, currency },
      before: 0,
      credit: 0,
      late: 0,
      percent: 0,
      // we cancel at no cost to the guest (rule groups-3)
      deposit: by === "guest" ? 0 : inDeposit,
      keptDeposit: by === "guest" ? inDeposit : 0,
      handedOut: 0,
    };
  const startsAt = new Date(booking.departure.starts_at);
  const back = (paid: number) =>
    by === "none" ? 0 : refundOf({ paid, startsAt, now: ctx.now, byOperator: by === "operator" });
  const { lateCredit: percent } = await appSettings(ctx);
  const asCredit = (paid: number) => (by === "guest" ? lateCreditOf({ paid, percent, startsAt, now: ctx.now }) : 0);
  const payments = await owedParts(ctx.db, booking.id);
  let rest = by === "guest" ? handedOutOf(booking) : 0;
  const handedOut = back(rest);
  const parts = payments.map(({ paymentId, method, owed, waits, disputed }) => {
    const left = Math.max(0, owed - rest);
    rest -= owed - left;
    const late = disputed || isPaidBefore(method) ? 0 : asCredit(left);
    return { paymentId, method, amount: back(left), late, waits };
  });
  // a deposit isn't credit that its group could use again
  const usedRest = Math.max(0, (used?.amount ?? 0) - rest);
  const lateBack = asCredit(Math.max(0, usedRest - inDeposit));
  const late = parts.reduce((total, part) => total + part.late, 0);
  const sum = (waiting: boolean) =>
    parts.filter((part) => part.waits === waiting).reduce((total, { amount }) => total + amount, 0);
  return {
    parts,
    credit: back(usedRest) + lateBack,
    // credit that was applied later returns first
    deposit: Math.max(0, back(usedRest) - ((used?.amount ?? 0) - inDeposit)),
    keptDeposit: 0,
    late,
    percent: late + lateBack > 0 ? percent : 0,
    handedOut,
    disputed: payments.some(({ disputed, paid }) => disputed && back(paid) > 0),
    waits: sum(true),
    refund: { amount_minor: sum(false), currency },
    before: beforeIn(parts.filter(({ waits }) => !waits)),
  };
}
