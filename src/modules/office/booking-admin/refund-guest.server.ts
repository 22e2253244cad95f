import { randomUUID } from "node:crypto";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import { writeNote } from "#src/modules/office/booking-admin/add-note.server.ts";
import type { RefundAct } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Refunds part of a booking's payment for a reason; the staff's words become a note, in the same transaction. Needs `bookings.change` and
 * `payments.change`; `refundPart` checks and returns all refusals, but that a payment of
 * something else isn't found.
 */
export function refundGuest(ctx: Context, booking_id: string, { key, payment_id, amount, reason, words }: RefundAct) {
  return refundPart(ctx, { payment_id, amount, reason, only_of: booking_id }, key, async (tx) => {
    if (words !== "") await writeNote(ctx, tx, { booking_id, text: words, key: randomUUID() });
  });
}
