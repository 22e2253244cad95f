import { forgetDeposits } from "#src/modules/changes/groups/forget-requests.server.ts";
import { forgetGuests } from "#src/modules/sales/booking/forget-guests.server.ts";
import { forgetNotes } from "#src/modules/office/booking-admin/forget-notes.server.ts";
import { forgetQuestions } from "#src/modules/partners/commission/forget-questions.server.ts";
import { forgetReasons } from "#src/modules/evening/door/forget-reasons.server.ts";
import { forgetBookingConsents } from "#src/modules/partners/measurement/forget-consents.server.ts";
import { forgetReferences } from "#src/modules/office/importing/forget-customers.server.ts";
import { forgetReader } from "#src/modules/mail/notifications/forget-reader.server.ts";
import { forgetMessagesAbout } from "#src/modules/money/payments/forget-messages.server.ts";
import { forgetReviewWords } from "#src/modules/evening/reviews/forget-guests.server.ts";
import { forgetCustomers } from "#src/modules/money/sandbox/forget-customers.server.ts";
import { forgetTicketNames } from "#src/modules/evening/tickets/forget-guests.server.ts";
import { forgetResold } from "#src/modules/programs/resellers/forget-guests.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Takes everything that says whose they were out of bookings, in the caller's transaction, which holds them locked. What was sold, paid
 * and receipted stays, and the invoice details that tax law asks for. Idempotent. The caller checks permissions.
 */
export async function forgetBookings(tx: Tx, bookingIds: readonly string[], now: Date): Promise<void> {
  await forgetGuests(tx, bookingIds, now);
  await forgetTicketNames(tx, bookingIds);
  await forgetDeposits(tx, bookingIds, now);
  await forgetReasons(tx, bookingIds);
  await forgetNotes(tx, bookingIds);
  await forgetReferences(tx, bookingIds);
  await forgetResold(tx, bookingIds);
  await forgetReviewWords(tx, bookingIds);
  await forgetBookingConsents(tx, bookingIds);
  await forgetQuestions(tx, bookingIds);
  await forgetPayers(tx, bookingIds);
  await forgetReader(tx, { userId: null, email: null, bookingIds, messageIds: [] });
}

/** Takes who paid out of what companies wrote about purchases, in the caller's transaction. */
export async function forgetPayers(tx: Tx, purchaseIds: readonly string[]): Promise<void> {
  await forgetMessagesAbout(tx, purchaseIds);
  await forgetCustomers(tx, purchaseIds);
}
