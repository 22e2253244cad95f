import type { Locale } from "#src/kernel/localized.ts";
import type { Money } from "#src/kernel/money.ts";

/** What a provider is asked to charge. `attempt` counts the payments of one booking from 1. */
export type Attempt = {
  paymentId: string;
  bookingId: string;
  attempt: number;
  money: Money;
  method: "card" | "apple_pay" | "paypal" | "free";
  description: string;
  customerEmail: string;
  locale: Locale;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
};

/** What a provider says about an attempt; `paid` carries what was really charged. */
export type RemoteState =
  | { status: "open" | "pending" }
  | { status: "paid"; money: Money }
  | { status: "failed" | "cancelled" | "expired"; reason: string };

/** A provider's message. It proves only that something may have changed: settlement asks `fetchState`. */
export type ProviderEvent = { eventId: string; type: string; externalId: string };
export type RefundState =
  | { status: "succeeded" | "submitted"; externalId: string }
  | { status: "failed"; reason: string };

/**
 * A payment provider. No call is made inside a database transaction. Calls throw on network trouble (callers retry them);
 * what a provider decides is returned. `expire` closes an open attempt and says its state afterwards.
 */
export type PaymentProvider = {
  name: string;
  createAttempt: (attempt: Attempt) => Promise<{ externalId: string; redirectUrl: string }>;
  fetchState: (externalId: string) => Promise<RemoteState>;
  expire: (externalId: string) => Promise<RemoteState>;
  refund: (refund: { externalId: string; refundId: string; money: Money }) => Promise<RefundState>;
  /** Verifies signature and clock over the raw body; null when it is not to be believed. */
  parseWebhook: (rawBody: string, headers: Headers, now: Date) => Promise<ProviderEvent | null>;
};
