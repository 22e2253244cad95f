import { lockBooking } from "#src/modules/booking/lock-booking.server.ts";
import { paymentNeedsReview } from "#src/modules/payments/facts.ts";
import { settlePayment } from "#src/modules/payments/settle-payment.server.ts";
import {
  eventById,
  markEvent,
  paymentCalled,
  paymentForUpdate,
  type PaymentRow,
  updatePayment,
} from "#src/modules/payments/store.server.ts";
import { refreshRefunds } from "#src/modules/payments/submit-refund.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { EventTopic } from "#src/platform/payment-provider.server.ts";

/**
 * Job: works on one stored message of a provider. The message only says where to look; what is true is asked for. Throws (and is
 * tried again) when the payment is not written yet or the provider can't be asked.
 */
export async function processEvent(ctx: Context, id: string): Promise<void> {
  const event = await eventById(ctx.db, id);
  if (!event || event.processed_at) return;
  try {
    const payment = await paymentCalled(ctx.db, event.provider, event);
    if (!payment) throw new Error(`no payment ${event.payment_ref ?? event.external_id ?? event.charge_ref} yet`);
    await workOn(ctx, event.topic as EventTopic, payment);
    await markEvent(ctx.db, id, { processed_at: ctx.now, last_error: null });
  } catch (error) {
    await markEvent(ctx.db, id, { last_error: (error as Error).message });
    throw error;
  }
}

async function workOn(ctx: Context, topic: EventTopic, payment: PaymentRow): Promise<void> {
  if (topic === "payment") return settlePayment(ctx, payment.id);
  if (topic === "refund") return refreshRefunds(ctx, payment.id);
  if (topic !== "dispute") return;
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
