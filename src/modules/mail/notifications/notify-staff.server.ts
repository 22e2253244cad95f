import type { bookingPlacedLate, unpaidPilesUp } from "#src/modules/sales/booking/events.ts";
import type { statementAsked } from "#src/modules/partners/commission/events.ts";
import type { invoiceRequested } from "#src/modules/money/invoices/events.ts";
import type { deskLocked } from "#src/modules/partners/desk/events.ts";
import { invoiceOf } from "#src/modules/money/invoices/queries.server.ts";
import type { messageReceived } from "#src/modules/site/messages/events.ts";
import { type EmailContent, queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { languagesOf } from "#src/modules/mail/notifications/store.server.ts";
import type { booksDiffer, eventDied, paymentNeedsReview, tillsDiffer } from "#src/modules/money/payments/events.ts";
import type { moneyDiffers } from "#src/modules/money/reconciliation/events.ts";
import type { reviewLow } from "#src/modules/evening/reviews/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Event handlers: each queues an email to every address of ADMIN_EMAILS, in the language of that person's account.

/** A payment that needs a decision by staff. Once per payment and reason, or per item it is about. */
export const notifyPaymentReview = (
  ctx: Context,
  tx: Tx,
  { bookingId, paymentId, reason, about }: ReturnType<typeof paymentNeedsReview>["payload"],
) =>
  notifyAll(ctx, tx, `payment.${paymentId}.${reason}${about ? `.${about}` : ""}`, {
    kind: "staff_payment_review",
    payload: { paymentId, reason },
    bookingId,
  });

/** The ledger differs from a booking. Once per difference, with all differences of a booking in one email. */
export const notifyBooksDiffer = (
  ctx: Context,
  tx: Tx,
  { bookingId, key }: ReturnType<typeof booksDiffer>["payload"],
) => notifyAll(ctx, tx, `books.${key}`, { kind: "staff_books_differ", payload: {}, bookingId });

/** A booking beyond capacity, within the late tolerance. */
export const notifyLateTolerance = (
  ctx: Context,
  tx: Tx,
  { bookingId }: ReturnType<typeof bookingPlacedLate>["payload"],
) => notifyAll(ctx, tx, `booking.${bookingId}.tolerance`, { kind: "staff_late_tolerance", payload: {}, bookingId });

/** Unpaid places far exceed paid ones. Once per episode. */
export const notifyUnpaid = (ctx: Context, tx: Tx, { episodeId }: ReturnType<typeof unpaidPilesUp>["payload"]) =>
  notifyAll(ctx, tx, `unpaid.${episodeId}`, { kind: "staff_unpaid_places", payload: { episodeId }, bookingId: null });

/** A guest wants an invoice, or has corrected its details. Once per request and correction. */
export async function notifyInvoice(
  ctx: Context,
  tx: Tx,
  { bookingId }: ReturnType<typeof invoiceRequested>["payload"],
): Promise<void> {
  const invoice = await invoiceOf({ db: tx }, bookingId);
  const key = `booking.${bookingId}.invoice.${invoice!.updated_at.getTime()}`;
  await notifyAll(ctx, tx, key, { kind: "staff_invoice_request", payload: {}, bookingId });
}

/** A message to us: replying to the email replies to its sender. */
export const notifyMessage = (ctx: Context, tx: Tx, { messageId }: ReturnType<typeof messageReceived>["payload"]) =>
  notifyAll(ctx, tx, `message.${messageId}.staff`, { kind: "staff_message", payload: { messageId }, bookingId: null });

/** A provider's webhook that was given up. Once per time it was. */
export const notifyEventDied = (ctx: Context, tx: Tx, { eventId, at }: ReturnType<typeof eventDied>["payload"]) =>
  notifyAll(ctx, tx, `event.${eventId}.died.${at}`, {
    kind: "staff_event_died",
    payload: { eventId },
    bookingId: null,
  });

/** A day on which a provider's report and our ledger differ. */
export const notifyMoneyDiffers = (ctx: Context, tx: Tx, { runId }: ReturnType<typeof moneyDiffers>["payload"]) =>
  notifyAll(ctx, tx, `reconciliation.${runId}`, { kind: "staff_money_differs", payload: { runId }, bookingId: null });

/** The ledger differs from the tills. Once per difference, with all of them in one email. */
export const notifyTillsDiffer = (ctx: Context, tx: Tx, { key }: ReturnType<typeof tillsDiffer>["payload"]) =>
  notifyAll(ctx, tx, `books.${key}`, { kind: "staff_tills_differ", payload: {}, bookingId: null });

/** A guest gave a departure a low rating. */
export const notifyLowReview = (ctx: Context, tx: Tx, { bookingId }: ReturnType<typeof reviewLow>["payload"]) =>
  notifyAll(ctx, tx, `booking.${bookingId}.rating`, { kind: "staff_low_rating", payload: {}, bookingId });

/** A partner asks about a statement. Once until staff have answered something on it: whoever has the partner's page could flood us. */
export const notifyStatementAsked = (
  ctx: Context,
  tx: Tx,
  { statementId, answered }: ReturnType<typeof statementAsked>["payload"],
) =>
  notifyAll(ctx, tx, `statement.${statementId}.asked.${answered}`, {
    kind: "staff_statement_question",
    payload: { statementId },
    bookingId: null,
  });

/** A desk that wrong PINs have locked. Once per time. */
export const notifyDeskLocked = (ctx: Context, tx: Tx, payload: ReturnType<typeof deskLocked>["payload"]) =>
  notifyAll(ctx, tx, `desk.${payload.deviceId}.locked.${payload.at}`, {
    kind: "staff_desk_locked",
    payload,
    bookingId: null,
  });

async function notifyAll(ctx: Context, tx: Tx, key: string, content: EmailContent): Promise<void> {
  const addresses = ctx.settings.ADMIN_EMAILS;
  const spoken = new Map((await languagesOf(tx, addresses)).map((row) => [row.email, row.language]));
  for (const recipient of addresses) {
    const language = spoken.get(recipient) === "es" ? "es" : "en";
    await queueEmail(ctx, tx, { ...content, dedupeKey: `${key}.${recipient}`, language, recipient });
  }
}
