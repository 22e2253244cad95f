import { eventDied } from "#src/modules/money/payments/events.ts";
import { purchaseOf } from "#src/modules/money/payments/lock-purchase.server.ts";
import { noteWarning } from "#src/modules/money/payments/note-warning.server.ts";
import { recordExternalRefunds } from "#src/modules/money/payments/record-external-refunds.server.ts";
import { type DeadReason, isAlarming, isLastTry } from "#src/modules/money/payments/rules/inbox.ts";
import { settleDispute } from "#src/modules/money/payments/settle-dispute.server.ts";
import { settleKnown } from "#src/modules/money/payments/settle-payment.server.ts";
import { paymentById, paymentCalled, type PaymentRow } from "#src/modules/money/payments/store.server.ts";
import {
  emptyBody,
  eventById,
  type EventRow,
  markDead,
  markProcessed,
  markTried,
} from "#src/modules/money/payments/store/inbox.server.ts";
import { refreshRefunds } from "#src/modules/money/payments/submit-refund.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import type { EventTopic } from "#src/platform/payment-provider.server.ts";

/**
 * Job: processes one stored provider message. The message only says where to look; the state is fetched from the provider.
 * Throws, to be retried, if the payment isn't stored yet or the provider can't be reached. After the last try the message is
 * dead: staff see it and may have it reprocessed.
 */
export async function processEvent(ctx: Context, id: string): Promise<void> {
  const event = await eventById(ctx.db, id);
  if (!event || event.processed_at || event.dead_at) return;
  const failure = await workOn(ctx, event).catch((error: Error) => error);
  if (failure === "noted") return;
  if (failure === "done") await markProcessed(ctx.db, id, ctx.now);
  else if (failure === "payment_unknown")
    await postpone(ctx, event, failure, new Error(`no payment ${nameOf(event)} yet`));
  else await postpone(ctx, event, "failed", failure);
}

const nameOf = (event: EventRow) => event.payment_ref ?? event.external_id ?? event.charge_ref;

/** `noted`: it is processed and marked so, in the transaction that settled its payment. */
async function workOn(ctx: Context, event: EventRow): Promise<"done" | "noted" | "payment_unknown"> {
  const payment = await paymentCalled(ctx.db, event.provider, event);
  if (!payment) return "payment_unknown";
  // a refund or a dispute may be told of long after
  if (!isUnderWay(payment) && (await isForgotten(ctx, payment))) await emptyBody(ctx.db, event.id);
  const isAll = event.topic === "payment";
  const note = (tx: Tx) => markProcessed(tx, event.id, ctx.now);
  // messages arrive out of order: settle the payment first, as refunds and disputes need money known to have arrived
  const isWritten = await settleKnown(ctx, payment, isAll ? note : undefined);
  if (!isAll) await lookAfter(ctx, event.topic as EventTopic, payment, event.dispute_ref);
  return isAll && isWritten ? "noted" : "done";
}

/** Whether a payment is being made: whoever makes one wasn't forgotten, and isn't looked for. */
const isUnderWay = ({ status, review_reason: reason, external_id: opened }: PaymentRow): boolean =>
  (status === "created" || status === "pending") && reason === null && opened !== null;

/** Whether the data of whoever paid was deleted. */
async function isForgotten(ctx: Context, payment: PaymentRow): Promise<boolean> {
  const { purchasable, of } = purchaseOf(ctx, payment);
  return (await purchasable.describe(ctx, of))?.forgotten ?? false;
}

async function lookAfter(ctx: Context, topic: EventTopic, { id }: PaymentRow, disputeId: string | null): Promise<void> {
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

/** Records the try and throws, or marks the message dead if it was the last one. */
async function postpone(
  ctx: Context,
  event: EventRow,
  failure: "payment_unknown" | "failed",
  error: Error,
): Promise<void> {
  if (!isLastTry(failure, event.attempts + 1)) {
    await markTried(ctx.db, event.id, error.message);
    throw error;
  }
  const reason = failure === "payment_unknown" && (await isPaid(ctx, event)) ? "money_without_booking" : failure;
  await bury(ctx, event.id, reason, error);
}

/** Whether money arrived for a payment we don't have. If the provider can't be asked, the nightly comparison finds it. */
async function isPaid(ctx: Context, { topic, provider, external_id: externalId }: EventRow): Promise<boolean> {
  if (topic !== "payment" || !externalId) return false;
  const state = await ctx.providers[provider]?.fetchState(externalId).catch(() => null);
  return state?.status === "paid";
}

const bury = (ctx: Context, id: string, reason: DeadReason, { message }: Error): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const buried = await markDead(tx, id, { reason, error: message, now: ctx.now });
    if (buried && isAlarming(reason)) await ctx.publish(ctx, tx, eventDied({ eventId: id, at: ctx.now.toISOString() }));
  });
