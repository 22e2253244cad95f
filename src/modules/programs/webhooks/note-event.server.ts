import type {
  bookingCancelled,
  bookingConfirmed,
  contactCorrected,
  partnerChanged,
} from "#src/modules/sales/booking/events.ts";
import type { departureCancelled } from "#src/modules/sales/schedule/events.ts";
import type { guestsCameIn } from "#src/modules/evening/door/events.ts";
import { returnedToReseller } from "#src/modules/partners/commission/note-sale.server.ts";
import type { statementClosed } from "#src/modules/partners/commission/events.ts";
import type { refundSucceeded } from "#src/modules/money/payments/events.ts";
import type { EventType } from "#src/modules/programs/webhooks/rules/event-types.ts";
import { insertEvents } from "#src/modules/programs/webhooks/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Heard<Maker extends (payload: never) => { payload: object }> = ReturnType<Maker>["payload"];
type OfBooking = Pick<Heard<typeof contactCorrected>, "bookingId">;

// Event handlers: each notes for other systems what happened to what, in the transaction in which it does, together with whatever else is
// written there and nobody reads. Where no endpoint wants to be told, nothing is written.

const note = (ctx: Context, tx: Tx, type: EventType, subjects: readonly string[], detail = {}): Promise<void> =>
  insertEvents(tx, { type, subjects, detail, at: ctx.now });

export const noteConfirmed = (ctx: Context, tx: Tx, { bookingId }: Heard<typeof bookingConfirmed>) =>
  note(ctx, tx, "booking.confirmed", [bookingId]);

/** Whatever of a booking is another now: its night, its people, its add-ons, or who booked. */
export const noteChanged = (ctx: Context, tx: Tx, { bookingId }: OfBooking) =>
  note(ctx, tx, "booking.changed", [bookingId]);

/** A hold that had lapsed has its places again: it is told as a hold once more, in the order in which it happened. */
export const noteHeldAgain = (ctx: Context, tx: Tx, { bookingId }: OfBooking) =>
  note(ctx, tx, "booking.held", [bookingId], { again: true });

/** Both partners are told that a booking is another one's; what is decided of its commission changes nothing in it. */
export const notePartner = async (ctx: Context, tx: Tx, { bookingIds, cause, former }: Heard<typeof partnerChanged>) =>
  cause === "partner" ? note(ctx, tx, "booking.changed", bookingIds, { former }) : undefined;

export const noteCancelled = (ctx: Context, tx: Tx, { bookingId, reason }: Heard<typeof bookingCancelled>) =>
  note(ctx, tx, "booking.cancelled", [bookingId], { reason });

export const noteCheckedIn = (ctx: Context, tx: Tx, { bookingIds }: Heard<typeof guestsCameIn>) =>
  note(ctx, tx, "booking.checked_in", bookingIds);

/** Not what a reseller was paid: no money moves, it only owes less. */
export const noteRefunded = async (ctx: Context, tx: Tx, { purchaseId, refundId }: Heard<typeof refundSucceeded>) =>
  (await returnedToReseller(tx, refundId)) > 0
    ? undefined
    : note(ctx, tx, "booking.refunded", [purchaseId], { refund_id: refundId });

export const noteNightCancelled = (ctx: Context, tx: Tx, { departureId }: Heard<typeof departureCancelled>) =>
  note(ctx, tx, "night.cancelled", [departureId]);

export const noteStatement = (ctx: Context, tx: Tx, { statementId }: Heard<typeof statementClosed>) =>
  note(ctx, tx, "statement.ready", [statementId]);
