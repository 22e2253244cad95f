import { noteWarning } from "#src/modules/payments/note-warning.server.ts";
import { recordExternalRefunds } from "#src/modules/payments/record-external-refunds.server.ts";
import { settleDispute } from "#src/modules/payments/settle-dispute.server.ts";
import { settlePayment } from "#src/modules/payments/settle-payment.server.ts";
import {
  eventById,
  markEvent,
  paymentById,
  paymentCalled,
  type PaymentRow,
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
    await workOn(ctx, event.topic as EventTopic, payment, event.dispute_ref);
    await markEvent(ctx.db, id, { processed_at: ctx.now, last_error: null });
  } catch (error) {
    await markEvent(ctx.db, id, { last_error: (error as Error).message });
    throw error;
  }
}

async function workOn(ctx: Context, topic: EventTopic, { id }: PaymentRow, disputeId: string | null): Promise<void> {
  if (topic === "other") return;
  // messages overtake each other: the payment itself comes first, for nothing can be said of money that isn't known to have come
  await settlePayment(ctx, id);
  const payment = (await paymentById(ctx.db, id))!;
  if (topic === "refund") {
    await refreshRefunds(ctx, id);
    await recordExternalRefunds(ctx, id);
  }
  if (topic === "warning") await noteWarning(ctx, payment);
  if (topic !== "dispute") return;
  if (disputeId === null) throw new Error(`a message about a dispute of payment ${id} doesn't say which`);
  await settleDispute(ctx, payment, disputeId);
}
