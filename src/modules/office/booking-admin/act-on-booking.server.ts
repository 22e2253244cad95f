import { bookingRef, changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import type { Failure, Ok } from "#src/kernel/result.ts";
import { closeTableAsStaff } from "#src/modules/sales/booking/close-table.server.ts";
import { resizeTableAsStaff } from "#src/modules/sales/booking/resize-table.server.ts";
import { cancelAsAdmin } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { handOverCash, refundsOnTheSpot } from "#src/modules/money/payments/hand-over-cash.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { undoAbsence } from "#src/modules/evening/door/undo-absence.server.ts";
import { resendEmail } from "#src/modules/mail/notifications/resend-email.server.ts";
import { sendLink } from "#src/modules/mail/notifications/send-link.server.ts";
import { addNote } from "#src/modules/office/booking-admin/add-note.server.ts";
import { correctContact } from "#src/modules/office/booking-admin/correct-contact.server.ts";
import { changePartner } from "#src/modules/office/booking-admin/change-partner.server.ts";
import { decideDoubt } from "#src/modules/office/booking-admin/decide-doubt.server.ts";
import { changeGuests } from "#src/modules/office/booking-admin/change-guests.server.ts";
import { refundGuest } from "#src/modules/office/booking-admin/refund-guest.server.ts";
import type { AdminAct } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { tagBookings } from "#src/modules/office/booking-admin/tag-bookings.server.ts";
import { nameGuests } from "#src/modules/evening/tickets/name-guests.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Runs a staff action on a booking. Each use case checks permissions, audits and returns its own refusals. */
export async function actOnBooking(ctx: Context, booking_id: string, act: AdminAct): Promise<Ok | Failure> {
  const note = act.act === "refund" || act.act === "cancel" ? act.handed : undefined;
  const except = note === undefined ? [] : await refundsOnTheSpot(ctx, booking_id);
  const done = await run(ctx, booking_id, act);
  // the act stands even if its cash can't be closed: it is left to hand over then
  if (done.ok && note !== undefined) await handOverCash(ctx, { purchase_id: booking_id, except, note });
  return done;
}

function run(ctx: Context, booking_id: string, act: AdminAct): Promise<Ok | Failure> {
  switch (act.act) {
    case "note":
      return addNote(ctx, { ...act, booking_id });
    case "take": {
      const { way, reference, amount: amount_minor, currency, change_id } = act;
      const wish = {
        of: change_id ? changeRef(booking_id, change_id) : bookingRef(booking_id),
        way,
        reference,
        expected: { amount_minor, currency },
      };
      return takePayment(ctx, wish, act.key);
    }
    case "change":
      return changeGuests(ctx, booking_id, act);
    case "names":
      return nameGuests(ctx, { ...act, booking_id, token: null });
    case "contact": {
      const { act: _, ...contact } = act;
      return correctContact(ctx, booking_id, contact);
    }
    case "cancel": {
      const { choice, version, refund: refund_minor, credit: credit_minor, currency } = act;
      const expected = { version, refund_minor, currency, ...(credit_minor !== undefined && { credit_minor }) };
      return cancelAsAdmin(ctx, { booking_id, choice, expected });
    }
    case "refund":
      return refundGuest(ctx, booking_id, act);
    case "tag":
      return tagBookings(ctx, { ids: [booking_id] }, act);
    case "there":
      return undoAbsence(ctx, { booking_id });
    case "close_table":
      return closeTableAsStaff(ctx, booking_id);
    case "resize_table":
      return resizeTableAsStaff(ctx, booking_id, act.places);
    case "partner":
      return changePartner(ctx, { booking_id, partner_id: act.partner_id ?? null, expected: act.expected ?? null });
    case "doubt": {
      const { verdict, partner_id, expected = null } = act;
      return decideDoubt(ctx, { booking_id, verdict, expected: { partner_id, verdict: expected } });
    }
    case "hand_over":
      return handOverCash(ctx, { purchase_id: booking_id, refund_id: act.refund_id, note: act.handed });
    case "resend":
      return resendEmail(ctx, { ...act, booking_id });
    case "link":
      return sendLink(ctx, { key: act.key, booking_id });
    case "new_link":
      return sendLink(ctx, { key: act.key, booking_id, isNew: true });
  }
}
