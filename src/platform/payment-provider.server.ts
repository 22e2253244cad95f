import type { Locale } from "#src/kernel/localized.ts";
import type { Money } from "#src/kernel/money.ts";
import type { PayMethod } from "#src/kernel/pay-method.ts";
import type { Site } from "#src/kernel/site.ts";

/** What a provider is asked to charge. `attempt` counts the payments of one booking from 1, `reference` is what people call the booking. */
export type Attempt = {
  paymentId: string;
  bookingId: string;
  reference: string;
  attempt: number;
  site: Site;
  money: Money;
  method: PayMethod;
  description: string;
  customerEmail: string;
  locale: Locale;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
};

/**
 * What a provider says about an attempt. `open`: the payer has something to do, `declined` where that is to choose another card or
 * account. `approved`: the payer agreed and nothing is taken before `capture`; `bookingId` is what they agreed to pay, where the
 * provider keeps it. `pending`: the payer has done their part (a voucher, a slow bank) and the answer comes by `until`, where that is known; `voucherUrl` shows the voucher. `paid` carries what was really
 * charged and the name of the charge, by which refunds, disputes and reports call it.
 */
export type RemoteState =
  | { status: "open"; declined?: boolean | undefined }
  | { status: "approved"; money: Money; bookingId?: string | undefined }
  | { status: "pending"; until?: Date | undefined; voucherUrl?: string | undefined }
  | { status: "paid"; money: Money; chargeId: string | null }
  | { status: "failed" | "cancelled" | "expired"; reason: string };

/** What a provider's message is about. What is about nothing of ours is `other`: kept and not worked on. */
export const EVENT_TOPICS = ["payment", "refund", "dispute", "warning", "other"] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

/**
 * A provider's message. It proves only that something may have changed: what is true is asked for. It names its payment by whatever
 * it knows: our own id, the attempt's, the charge's; `disputeId` says which dispute to ask about.
 */
export type ProviderEvent = {
  eventId: string;
  type: string;
  topic: EventTopic;
  refs: {
    paymentId?: string | undefined;
    externalId?: string | undefined;
    chargeId?: string | undefined;
    disputeId?: string | undefined;
  };
};

/** `waits: "balance"`: accepted, and sent once the account has money. `manual`: this provider can't give it back, a person must. */
export type RefundState =
  | { status: "succeeded"; externalId: string }
  | { status: "submitted"; externalId: string; waits?: "balance" | undefined }
  | { status: "failed" | "manual"; reason: string };

/** `refundId` names the refund at the provider; `askedBefore` is when it was first asked for under this id, for what is forgotten there meanwhile. */
export type RefundWish = {
  externalId: string;
  chargeId: string | null;
  refundId: string;
  money: Money;
  askedBefore: Date | null;
};

/** A refund as the provider knows it, whoever made it; `refundId` is ours where we did. */
export type RemoteRefund = {
  externalId: string;
  refundId: string | null;
  money: Money;
  status: "submitted" | "succeeded" | "failed";
};

export type DisputeState = { state: "open" | "won" | "lost"; money: Money; reason: string };

/** Money that moved at a provider in some time, for comparing with our own books. `externalId` is the charge's or the refund's own id. */
export type Movement = {
  kind: "charge" | "refund";
  externalId: string;
  chargeId: string | null;
  paymentId: string | null;
  money: Money;
  at: Date;
};

/** How a payment is called at its provider. */
export type ChargeNames = { externalId: string; chargeId: string | null };

/** Thrown when a provider answered and refused the call itself: asking again the same way is no use, but the provider is well. */
export class ProviderRefused extends Error {}

/**
 * A payment provider. No call is made inside a database transaction. Calls throw on network trouble (callers retry them);
 * what a provider decides is returned. `expire` closes an open attempt and says its state afterwards.
 */
export type PaymentProvider = {
  name: string;
  createAttempt: (attempt: Attempt) => Promise<{ externalId: string; redirectUrl: string }>;
  fetchState: (externalId: string) => Promise<RemoteState>;
  /** Takes what the payer has approved, once; the state afterwards. Only where payments are `approved` first. */
  capture?: (externalId: string) => Promise<RemoteState>;
  expire: (externalId: string) => Promise<RemoteState>;
  refund: (wish: RefundWish) => Promise<RefundState>;
  /** Every refund of a charge, ours and those made in the provider's own dashboard. */
  listRefunds: (charge: ChargeNames) => Promise<RemoteRefund[]>;
  fetchDispute: (disputeId: string) => Promise<DisputeState>;
  /** What was charged and given back from one instant until before another. */
  listMovements: (from: Date, until: Date) => Promise<Movement[]>;
  /** Verifies signature and clock over the raw body; null when it is not to be believed. */
  parseWebhook: (rawBody: string, headers: Headers, now: Date) => Promise<ProviderEvent | null>;
};
