import type {
  bookingCancelled,
  bookingChanged,
  bookingConfirmed,
  bookingRebooked,
} from "#src/modules/sales/booking/events.ts";
import type { creditGiven } from "#src/modules/sales/credits/events.ts";
import type { invoiceIssued, invoiceRefused } from "#src/modules/money/invoices/events.ts";
import { invoiceOf } from "#src/modules/money/invoices/queries.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { BookingEmail } from "#src/modules/mail/notifications/schema.ts";
import { confirmedOf, guestAddress, isRefundTold, wasHeld } from "#src/modules/mail/notifications/store.server.ts";
import type {
  bankPaying,
  bankRefused,
  changeLost,
  choiceDue,
  keptByHand,
  paymentUnseated,
  refundSucceeded,
  voucherIssued,
} from "#src/modules/money/payments/events.ts";
import type { reviewAnswered, reviewDue } from "#src/modules/evening/reviews/events.ts";
import type { departureMoved } from "#src/modules/sales/schedule/events.ts";
import type { routeTold } from "#src/modules/evening/stops/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Event handlers: each queues an email to the guest in the transaction that published the event.

type Payload<F extends (...args: never) => { payload: object }> = ReturnType<F>["payload"];

/** Confirmed: the tickets, once per booking. */
export const notifyConfirmed = (ctx: Context, tx: Tx, { bookingId }: Payload<typeof bookingConfirmed>) =>
  tell(ctx, tx, bookingId, { kind: "booking_confirmation", key: "confirmation.1", payload: {} });

/** Changed, or on another date after its night was called off: the tickets in their current state, once per change. */
export const notifyChanged = (
  ctx: Context,
  tx: Tx,
  { bookingId, version, kind, ...change }: Payload<typeof bookingChanged | typeof bookingRebooked>,
) =>
  tell(ctx, tx, bookingId, {
    kind: "booking_confirmation",
    key: `confirmation.${version}`,
    payload: { change: kind, ...("back" in change && change.back > 0 ? { back: change.back } : {}) },
  });

/** Staff moved the departure: every confirmed guest gets current tickets, once per move. */
export async function notifyMoved(
  ctx: Context,
  tx: Tx,
  { departureId, version }: Payload<typeof departureMoved>,
): Promise<void> {
  for (const bookingId of await confirmedOf(tx, departureId))
    await tell(ctx, tx, bookingId, {
      kind: "booking_confirmation",
      key: `moved.${version}`,
      payload: { change: "moved" },
    });
}

/** Paid for a change that could not be made: the booking is unchanged, the money is refunded. */
export const notifyChangeLost = (ctx: Context, tx: Tx, { bookingId, paymentId }: Payload<typeof changeLost>) =>
  tell(ctx, tx, bookingId, { kind: "change_lost", key: `change_lost.${paymentId}.1`, payload: { paymentId } });

/**
 * Cancelled by a person after confirmation: expired baskets are not notified, except guests about to pay for a departure that
 * is cancelled.
 */
export async function notifyCancelled(
  ctx: Context,
  tx: Tx,
  { bookingId, reason, wasConfirmed }: Payload<typeof bookingCancelled>,
): Promise<void> {
  const decided = reason === "customer" || reason === "admin" || reason === "departure_cancelled";
  const waiting = reason === "departure_cancelled" && (await wasHeld(tx, bookingId, ctx.now));
  if (decided && (wasConfirmed || waiting))
    await tell(ctx, tx, bookingId, {
      kind: "booking_cancelled",
      // one that took another date can be cancelled again
      key: (version) => `cancellation.${version}`,
      payload: {},
    });
}

/** We called the night off, and the guest hasn't chosen between another date and the money: once per night. */
export const notifyChoiceDue = (ctx: Context, tx: Tx, { bookingId, departureId }: Payload<typeof choiceDue>) =>
  tell(ctx, tx, bookingId, { kind: "booking_cancelled", key: `choice.${departureId}`, payload: { reminder: true } });

/** Paid after the seats were gone: what happens to the money. */
export const notifyUnseated = (ctx: Context, tx: Tx, { bookingId, paymentId }: Payload<typeof paymentUnseated>) =>
  tell(ctx, tx, bookingId, { kind: "payment_unplaced", key: `unplaced.${paymentId}.1`, payload: { paymentId } });

/** A voucher waits to be paid: what to do with it, once per voucher. */
export const notifyVoucher = (ctx: Context, tx: Tx, { bookingId, paymentId }: Payload<typeof voucherIssued>) =>
  tell(ctx, tx, bookingId, { kind: "voucher_issued", key: `voucher.${paymentId}.1`, payload: { paymentId } });

/** A bank is still paying: that it goes on by itself, once per payment. */
export const notifyAtBank = (ctx: Context, tx: Tx, { bookingId, paymentId }: Payload<typeof bankPaying>) =>
  tell(ctx, tx, bookingId, { kind: "payment_at_bank", key: `at_bank.${paymentId}.1`, payload: { paymentId } });

/** A bank refused: that nothing was charged, once per payment. */
export const notifyRefused = (ctx: Context, tx: Tx, { bookingId, paymentId }: Payload<typeof bankRefused>) =>
  tell(ctx, tx, bookingId, { kind: "payment_refused", key: `refused.${paymentId}.1`, payload: { paymentId } });

/** Pays us directly: how, how much and until when, once per booking. */
export const notifyByHand = (ctx: Context, tx: Tx, { bookingId, ...told }: Payload<typeof keptByHand>) =>
  tell(ctx, tx, bookingId, { kind: "pay_by_hand", key: `by_hand.${told.until}`, payload: told });

/** Credit instead of a refund: its code. */
export const notifyCredit = (ctx: Context, tx: Tx, { bookingId, creditId }: Payload<typeof creditGiven>) =>
  tell(ctx, tx, bookingId, { kind: "credit_given", key: `credit.${creditId}.1`, payload: { creditId } });

const DAY_MS = 86_400_000;

/**
 * The refund is on its way. Who cancelled or changed a booking has an email that says what comes back: one in parts by several payments
 * would only be told again, piece by piece. One that was kept from leaving for longer than a day is told.
 */
export async function notifyRefunded(
  ctx: Context,
  tx: Tx,
  { bookingId, refundId }: Payload<typeof refundSucceeded>,
): Promise<void> {
  if (await isRefundTold(tx, refundId, new Date(ctx.now.getTime() - DAY_MS))) return;
  await tell(ctx, tx, bookingId, { kind: "refund_sent", key: `refund.${refundId}.1`, payload: { refundId } });
}

/** The invoice is there: to the address that was given for it, once each time it is issued. */
export async function notifyInvoiceIssued(
  ctx: Context,
  tx: Tx,
  { bookingId, invoiceId, at }: Payload<typeof invoiceIssued>,
): Promise<void> {
  const [booking, invoice] = [await guestAddress(tx, bookingId), await invoiceOf({ db: tx }, bookingId)];
  if (!booking || !invoice) throw new Error(`no invoice of booking ${bookingId} to send`);
  await queueEmail(ctx, tx, {
    kind: "invoice_issued",
    payload: { invoiceId },
    dedupeKey: `booking.${bookingId}.invoice_issued.${at}`,
    language: booking.language === "es" ? "es" : "en",
    recipient: invoice.email,
    bookingId,
  });
}

/** The invoice can't be issued as it was asked for: why, and where to correct it. */
export const notifyInvoiceRefused = (ctx: Context, tx: Tx, { bookingId, at }: Payload<typeof invoiceRefused>) =>
  tell(ctx, tx, bookingId, { kind: "invoice_refused", key: `invoice_refused.${at}`, payload: {} });

/** The departure is over: asks for a review. */
export const notifyReviewDue = (ctx: Context, tx: Tx, { bookingId }: Payload<typeof reviewDue>) =>
  tell(ctx, tx, bookingId, { kind: "rating_request", key: "rating.1", payload: {} });

/** Tonight's stops were changed, and guests are to know: every confirmed one, once per version. */
export async function notifyRouteTold(
  ctx: Context,
  tx: Tx,
  { departureId, version }: Payload<typeof routeTold>,
): Promise<void> {
  for (const bookingId of await confirmedOf(tx, departureId))
    await tell(ctx, tx, bookingId, {
      kind: "route_changed",
      key: `route.${departureId}.${version}`,
      payload: { departureId, version },
    });
}

/** Staff replied to the guest's review. */
export const notifyReviewAnswered = (ctx: Context, tx: Tx, { bookingId, answerId }: Payload<typeof reviewAnswered>) =>
  tell(ctx, tx, bookingId, { kind: "rating_answered", key: `rating.answer.${answerId}`, payload: { answerId } });

async function tell(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  { key, ...email }: BookingEmail & { key: string | ((version: number) => string) },
): Promise<void> {
  const booking = await guestAddress(tx, bookingId);
  if (!booking) throw new Error(`no booking ${bookingId} to write about`);
  // the guest's data has been deleted
  if (booking.email === "") return;
  const language = booking.language === "es" ? "es" : "en";
  const dedupeKey = `booking.${bookingId}.${typeof key === "string" ? key : key(booking.version)}`;
  await queueEmail(ctx, tx, { ...email, dedupeKey, language, recipient: booking.email, bookingId });
}
