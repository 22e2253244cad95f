import { z } from "zod";
import type { EventTopic, ProviderEvent } from "#src/platform/payment-provider.server.ts";

const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** The part of a message that says what it is about. The rest of its object isn't trusted: the state is fetched from Stripe. */
export const EventBody = z.object({
  object: z.literal("event"),
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      payment_intent: named.nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});
type EventBody = z.infer<typeof EventBody>;

/** The messages to subscribe to (docs/operating.md), by topic. All others are stored and not processed. */
const TOPICS: Record<string, EventTopic> = {
  "checkout.session.completed": "payment",
  "checkout.session.expired": "payment",
  "checkout.session.async_payment_succeeded": "payment",
  "checkout.session.async_payment_failed": "payment",
  "payment_intent.payment_failed": "payment",
  "refund.created": "refund",
  "refund.updated": "refund",
  "refund.failed": "refund",
  "charge.dispute.created": "dispute",
  "charge.dispute.updated": "dispute",
  "charge.dispute.closed": "dispute",
  "radar.early_fraud_warning.created": "warning",
};

/**
 * A message's topic and references to its payment. The charge id is always the payment intent, because sessions, refunds,
 * disputes and warnings all carry it.
 */
export function eventOf({ id, type, data }: EventBody): ProviderEvent {
  const topic = Object.hasOwn(TOPICS, type) ? TOPICS[type]! : "other";
  return { eventId: id, type, topic, refs: topic === "other" ? {} : refsOf(type, data.object) };
}

function refsOf(type: string, about: EventBody["data"]["object"]): ProviderEvent["refs"] {
  const paymentId = about.metadata?.["payment"];
  const chargeId = about.payment_intent ?? undefined;
  if (type.startsWith("checkout.session.")) return { paymentId, externalId: about.id, chargeId };
  if (type.startsWith("payment_intent.")) return { paymentId, chargeId: about.id };
  return type.startsWith("charge.dispute.") ? { chargeId, disputeId: about.id } : { chargeId };
}
