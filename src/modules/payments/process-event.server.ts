import { lockBooking } from "#src/modules/booking/lock-booking.server.ts";
import { paymentNeedsReview } from "#src/modules/payments/facts.ts";
import { settlePayment } from "#src/modules/payments/settle-payment.server.ts";
import {
  eventById,
  markEvent,
  paymentByExternalId,
  paymentForUpdate,
  type PaymentRow,
  updatePayment,
} from "#src/modules/payments/store.server.ts";
import { refreshRefunds } from "#src/modules/payments/submit-refund.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Job: works on one stored message of a provider. The message only says where to look; what is true is asked for. Throws (and is
 * tried again) when the payment is not written yet or the provider can't be asked.
 */
export async function processEvent(ctx: Context, id: string): Promise<void> {
  const event = await eventById(ctx.db, id);
  if (!event || event.processed_at) return;
  try {
    const payment = await paymentByExternalId(ctx.db, event.provider, event.external_id);
    if (!payment) throw new Error(`no payment ${event.external_id} yet`);
    await workOn(ctx, event.type, payment);
    await markEvent(ctx.db, id, { processed_at: ctx.now, last_error: null });
  } catch (error) {
    await markEvent(ctx.db, id, { last_error: (error as Error).message });
    throw error;
  }
}

async function workOn(ctx: Context, type: string, payment: PaymentRow): Promise<void> {
  if (type.startsWith("payment.")) return settlePayment(ctx, payment.id);
  if (type.startsWith("refund.")) return refreshRefunds(ctx, payment.id);
  if (!type.startsWith("dispute.")) return;
  // messages overtake each other: what is marked for review is not settled any more, so the payment itself comes first
  await settlePayment(ctx, payment.id);
  await markDisputed(ctx, payment);
}

async function markDisputed(ctx: Context, { id, booking_id: bookingId }: PaymentRow): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingId);
    if ((await paymentForUpdate(tx, id))?.review_reason === "dispute") return;
    await updatePayment(tx, id, { review_reason: "dispute" });
    await ctx.announce(ctx, tx, paymentNeedsReview({ paymentId: id, bookingId, reason: "dispute" }));
  });
}
