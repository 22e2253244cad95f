import { randomUUID } from "node:crypto";
import { refundPart } from "#src/modules/payments/refund-part.server.ts";
import { writeNote } from "#src/modules/booking-admin/add-note.server.ts";
import type { RefundAct } from "#src/modules/booking-admin/rules/admin-acts.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Gives part of a payment back for a reason; what staff wrote about it becomes a note of the booking, in the same act. Whoever may
 * change bookings and payments, which `refundPart` decides, as it does all refusals.
 */
export function refundGuest(ctx: Context, { key, payment_id, amount, reason, words }: RefundAct) {
  return refundPart(ctx, { payment_id, amount, reason }, key, async (tx, booking_id) => {
    if (words !== "") await writeNote(ctx, tx, { booking_id, text: words, key: randomUUID() });
  });
}
