import { z } from "zod";
import type { Money } from "#src/kernel/money.ts";
import { DELIVERIES } from "#src/modules/money/sandbox/rules/delivery.ts";
import { EVENT_TYPES, type Method, OUTCOMES, type SessionState } from "#src/modules/money/sandbox/rules/outcome.ts";

/** One outcome of a session: the input of the hosted page's form and of the test API. */
export const OutcomeInput = z.strictObject({
  outcome: z.enum(OUTCOMES),
  delivery: z.enum(DELIVERIES).default("normal"),
  /** Opens a dispute 5 s after the payment. */
  dispute: z.boolean().default(false),
  /** Refunds of this payment are accepted and fail 5 s later. */
  refunds_fail: z.boolean().default(false),
});
export type OutcomeInput = z.infer<typeof OutcomeInput>;

/** The body of a message to the shop; `created` in Unix seconds. */
export const EventBody = z.strictObject({
  id: z.string().regex(/^sbe_/),
  type: z.enum(EVENT_TYPES),
  session: z.string().min(1),
  created: z.int(),
});

/** The payload of a delivery job: which message, which of its copies, which try (from 1). */
export const DeliveryJob = z.strictObject({ event: z.string(), copy: z.int().min(1), attempt: z.int().min(1) });
export type DeliveryJob = z.infer<typeof DeliveryJob>;

export const FailRefundJob = z.strictObject({ refund: z.string() });

/** A session as its hosted page shows it. */
export type HostedSession = {
  id: string;
  state: SessionState;
  method: Method;
  asked: Money;
  charged: Money | null;
  failure: string | null;
  description: string;
  disputed: boolean;
  successUrl: string;
  cancelUrl: string;
};
