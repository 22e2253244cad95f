import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { moveBooking, takePlannedSeats } from "#src/modules/sales/booking/move-booking.server.ts";
import { lacksAddOns, takenAlong, tooFewAddOns } from "#src/modules/sales/booking/take-add-ons.server.ts";
import { type MovePlan, departuresToMoveTo, planMove } from "#src/modules/sales/booking/plan-move.server.ts";
import { canOpenBooking, findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds, release } from "#src/modules/sales/booking/release-hold.server.ts";
import { creditStillFor } from "#src/modules/money/credits/queries.server.ts";
import { retakeCredit, settleCredit } from "#src/modules/money/credits/settle-credit.server.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import { type Decided, markMoved, takeUndecided } from "#src/modules/money/payments/decide-refunds.server.ts";
import { type Undecided, undecidedOf } from "#src/modules/changes/unseated/queries.server.ts";
import { requestRefund } from "#src/modules/money/payments/request-refund.server.ts";
import { publishBought } from "#src/modules/money/payments/settle-payment.server.ts";
import { countRebooked } from "#src/modules/changes/cancellation/count-rebooked.server.ts";
import { beforeIn, takeInTurn } from "#src/modules/money/payments/rules/paid-before.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { isBusy, statementsOf } from "#src/platform/transaction.server.ts";

type Departure = { booking_id: string; token: string | null; departure_id: string };

/**
 * What was paid for a booking (minor units): money, and how much of its credit it can still use; `short` if that is less than it
 * used.
 */
type Paid = { undecided: Undecided; money: number; credit: number; short: boolean };

/** What was paid for an unseated booking; null if there is nothing to decide. */
async function paidFor(ctx: Context, bookingId: string): Promise<Paid | null> {
  const undecided = await undecidedOf(ctx, bookingId);
  const booking = undecided && (await findBooking(ctx, bookingId, null));
  if (!booking) return null;
  const { money } = undecided;
  const rest = Math.max(0, booking.total.amount_minor - money);
  const credit = Math.min(rest, await creditStillFor(ctx, bookingId));
  return { undecided, money, credit, short: credit < rest };
}

/** The price difference of a dearer departure is waived, but not for credit since spent elsewhere. */
const isShort = ({ given: waived }: MovePlan, { short }: Paid) => short && waived > 0;

/** Whether its add-ons must be left there too. Who paid too late has theirs, even if that is one too many (docs/decisions/213). */
const takesStock = ({ undecided }: Paid) => undecided.why === "night_off";

/** Splits what a plan returns: refunds any money beyond the price, the rest stays on the credit. `before`: how much of the money another system took. */
function backOf({ back, amounts }: MovePlan, { money, undecided }: Paid) {
  const refunded = Math.max(0, money - amounts.total_price);
  return { money: refunded, before: beforeIn(takeInTurn(undecided.parts, refunded)), credit: back - refunded };
}

/** The departures an unseated booking can move to; empty once that is decided. The caller checks access. */
export async function departuresInstead(ctx: Context, bookingId: string) {
  const paid = await paidFor(ctx, bookingId);
  return paid === null ? [] : departuresToMoveTo(ctx, bookingId, paid.money + paid.credit);
}

/**
 * Prices another departure for an unseated booking, without side effects. Requires access. Refusals: booking_not_found,
 * choice_made, credit_gone, those of `planMove`, sold_out {left}, add_on_sold_out {left}.
 */
export async function priceMove(ctx: Context, { booking_id: bookingId, token, departure_id: departureId }: Departure) {
  if (!(await canOpenBooking(ctx, bookingId, token))) return fail("booking_not_found");
  const paid = await paidFor(ctx, bookingId);
  if (paid === null) return fail("choice_made");
  const planned = await planMove(ctx, ctx.db, { bookingId, departureId, paid: paid.money + paid.credit });
  if (!planned.ok) return planned;
  if (isShort(planned.plan, paid)) return fail("credit_gone");
  const { quote, given: waived, people, left } = planned.plan;
  if (people > left) return fail("sold_out", { left });
  const short =
    takesStock(paid) &&
    (await lacksAddOns(statementsOf(ctx.db), await takenAlong(ctx, ctx.db, { bookingId, departureId }), ctx.now));
  return short || ok({ quote, given: waived, back: backOf(planned.plan, paid) });
}

/**
 * Moves an unseated booking to another departure: drops the planned refund, takes seats there and confirms the booking. A dearer
 * departure costs nothing more; for a cheaper one the difference is returned. `expected` is the money refund as shown.
 * Idempotent. Requires access. Refusals: booking_not_found, choice_made, move_changed {quote}, credit_gone (credit that was part
 * of the price is used elsewhere), sold_out {left}, add_on_sold_out {left}, busy, payment_under_way (a second attempt by voucher or slow bank),
 * provider_unavailable, those of `planMove`.
 */
export async function moveUnseated(
  ctx: Context,
  input: Departure & { expected: { back_minor: number; currency: Currency } },
) {
  if (!(await canOpenBooking(ctx, input.booking_id, input.token))) return fail("booking_not_found");
  const booking = await findBooking(ctx, input.booking_id, null);
  // close a second payment first
  if (booking?.status === "pending") {
    const closed = await tryClosing(ctx, input.booking_id);
    if (closed === "paid") return fail("choice_made");
    if (closed === "pending") return fail("payment_under_way");
    if (closed === "unanswered") return fail("provider_unavailable");
  }
  try {
    const moved = await attempt(ctx, input);
    if (moved.ok || !("lapsed" in moved) || moved.lapsed === null) return moved;
    // settle lapsed baskets with their provider, then try what they had
    await freeLapsedHolds(ctx, moved.lapsed, { bookingId: input.booking_id });
    return await attempt(ctx, input);
  } catch (error) {
    if (isBusy(error)) return fail("busy");
    throw error;
  }
}

type MoveInput = Parameters<typeof moveUnseated>[1];

async function attempt(ctx: Context, { booking_id: bookingId, departure_id: departureId, expected }: MoveInput) {
  const noSeats = new Error("seats not taken");
  const noCredit = new Error("credit not taken");
  let plan: MovePlan | undefined;
  const short: { of: Awaited<ReturnType<typeof tooFewAddOns>> } = { of: null };
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx } as Context;
      const { status } = await lockBooking(tx, bookingId);
      const paid = await paidFor(inside, bookingId);
      if (paid === null || status === "confirmed") return afterwards(inside, bookingId, departureId);
      const planned = await planMove(ctx, tx, { bookingId, departureId, paid: paid.money + paid.credit });
      if (!planned.ok) return planned;
      plan = planned.plan;
      if (isShort(plan, paid)) return fail("credit_gone");
      const { currency, quote } = plan;
      const back = backOf(plan, paid);
      if (back.money !== expected.back_minor || currency !== expected.currency) return fail("move_changed", { quote });
      const decided = await takeUndecided(ctx, tx, paid.undecided.refunds, "dropped");
      // held again meanwhile for a second payment, which the money already here makes unnecessary
      if (status === "pending") await release(ctx, tx, { id: bookingId, reason: "replaced", from: ["pending"] });
      if (!(await takePlannedSeats(ctx, tx, plan))) throw noSeats;
      // after the places, as when a booking is placed
      if (takesStock(paid))
        short.of = await tooFewAddOns(statementsOf(tx), await takenAlong(ctx, tx, { bookingId, departureId }));
      if (short.of) throw noSeats;
      const needed = Math.max(0, plan.amounts.total_price - paid.money);
      if (paid.undecided.why === "unplaced") {
        if (!(await settleCredit(ctx, tx, bookingId, needed))) throw noCredit;
        const { payment } = decided.parts[0]!;
        await moveBooking(ctx, tx, plan, 0);
        await markMoved(tx, payment.id);
        await returnBack(ctx, tx, { decided, back: back.money, key: "moved" });
        await publishBought(ctx, tx, payment);
        return ok({});
      }
      const key = `moved.${plan.version}`;
      const undone = await retakeCredit(ctx, tx, { purchaseId: bookingId, needed, key });
      if (undone === null) throw noCredit;
      await moveBooking(ctx, tx, plan, decided.takenBack + undone);
      await countRebooked(tx, plan.from);
      await returnBack(ctx, tx, { decided, back: back.money, key });
      return ok({});
    });
  } catch (error) {
    if (error === noCredit) return fail("credit_gone");
    if (error !== noSeats || !plan) throw error;
    const { left, lapsedPeople, people, to } = plan;
    // what counted as free a moment ago may be held by lapsed baskets
    if (short.of) return { ...short.of, lapsed: to };
    return fail("sold_out", { left: Math.min(left, people - 1), lapsed: lapsedPeople > 0 ? to : null });
  }
}

/** Returns what a cheaper departure costs less than was paid with money, of the payments in turn. */
async function returnBack(
  ctx: Context,
  tx: Tx,
  { decided: { parts }, back, key }: { decided: Decided; back: number; key: string },
): Promise<void> {
  const inTurn = takeInTurn(
    parts.map(({ payment, amount }) => ({ payment, left: amount })),
    back,
  );
  for (const { payment, amount } of inTurn) {
    const of = { paymentId: payment.id, amount, reason: "customer", key: `${key}:${payment.id}`, dueAt: ctx.now };
    await requestRefund(ctx, tx, of);
  }
}

/** The answer once a choice was made: choosing the same departure again succeeds. */
async function afterwards(ctx: Context, bookingId: string, departureId: string) {
  const booking = await findBooking(ctx, bookingId, null);
  return booking?.status === "confirmed" && booking.departure.departure_id === departureId
    ? ok({})
    : fail("choice_made");
}
