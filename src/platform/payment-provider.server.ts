import type { Locale } from "#src/kernel/localized.ts";
import type { Money } from "#src/kernel/money.ts";
import type { PayMethod } from "#src/kernel/pay-method.ts";
import type { Site } from "#src/kernel/site.ts";

/**
 * What a provider is asked to charge. `attempt` counts a booking's payments from 1, `reference` is the booking's reference for
 * people.
 */
export type Attempt = {
  paymentId: string;
  bookingId: string;
  reference: string;
  attempt: number;
  site: Site;
  money: Money;
  method: PayMethod;
  /** whether a card may pay in months without interest, where the company and the card can */
  installments: boolean;
  description: string;
  /** empty for a guest who gave none */
  customerEmail: string;
  locale: Locale;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
};

/**
 * The state of an attempt at its provider. `open`: the payer has something to do, `declined` where that is to choose another
 * card or account. `approved`: the payer agreed and nothing is taken before `capture`; `bookingId` is what they agreed to pay,
 * where the provider keeps it. `pending`: the payer is done (a voucher, a slow bank) and the result comes by `until`, where
 * known; `voucherUrl` shows the voucher. `paid` has the amount really charged and the charge id that refunds, disputes and
 * reports use, and what the provider kept of it where it says so at once.
 */
export type RemoteState =
  | { status: "open"; declined?: boolean | undefined }
  | { status: "approved"; money: Money; bookingId?: string | undefined }
  | { status: "pending"; until?: Date | undefined; voucherUrl?: string | undefined }
  | { status: "paid"; money: Money; chargeId: string | null; fee?: Money | undefined }
  | { status: "failed" | "cancelled" | "expired"; reason: string };

/** What a provider's webhook is about. `other` doesn't concern our payments: it is stored and not processed. */
export const EVENT_TOPICS = ["payment", "refund", "dispute", "warning", "other"] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

/**
 * A provider's webhook. It proves only that something may have changed: the current state is fetched. It identifies its payment
 * by whatever it has: our own id, the attempt's, the charge's; `disputeId` says which dispute to fetch.
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

/** `waits: "balance"`: accepted, and sent once the account has money. `manual`: this provider can't refund it, staff must. */
export type RefundState =
  | { status: "succeeded"; externalId: string }
  | { status: "submitted"; externalId: string; waits?: "balance" | undefined }
  | { status: "failed" | "manual"; reason: string };

/**
 * `refundId` is the refund's id at the provider; `askedBefore` is when it was first requested under this id, in case the
 * provider has forgotten it since.
 */
export type RefundWish = {
  externalId: string;
  chargeId: string | null;
  refundId: string;
  money: Money;
  askedBefore: Date | null;
};

/** A refund as the provider reports it, whoever made it; `refundId` is set where we did. */
export type RemoteRefund = {
  externalId: string;
  refundId: string | null;
  money: Money;
  status: "submitted" | "succeeded" | "failed";
};

export type DisputeState = { state: "open" | "won" | "lost"; money: Money; reason: string };

/**
 * Money that moved at a provider in a period, for comparison with our ledger. `externalId` is the charge's or the refund's own
 * id.
 */
export type Movement = {
  kind: "charge" | "refund";
  externalId: string;
  chargeId: string | null;
  paymentId: string | null;
  money: Money;
  at: Date;
  /** what the provider kept of it, where its list says so */
  fee?: Money | undefined;
};

/** Money that a provider sends to our bank; `arrives`: the day (YYYY-MM-DD). */
export type Payout = { id: string; arrives: string };

/** A payment's ids at its provider. */
export type ChargeNames = { externalId: string; chargeId: string | null };

/** Thrown when a provider responded and refused the call itself: retrying the same call is pointless, but the provider is up. */
export class ProviderRefused extends Error {}

/**
 * A payment provider. Never called inside a database transaction. Calls throw on network errors (callers retry them); what a
 * provider decides is returned. `expire` closes an open attempt and returns its state afterward.
 */
export type PaymentProvider = {
  name: string;
  createAttempt: (attempt: Attempt) => Promise<{ externalId: string; redirectUrl: string }>;
  fetchState: (externalId: string) => Promise<RemoteState>;
  /**
   * Captures what the payer has approved, once, and returns the state afterward. Only for providers with `approved`. Calls with
   * one `tryNumber` are one try and get one answer; the next approval needs the next number.
   */
  capture?: (externalId: string, tryNumber: number) => Promise<RemoteState>;
  expire: (externalId: string) => Promise<RemoteState>;
  refund: (wish: RefundWish) => Promise<RefundState>;
  /** Every refund of a charge, ours and those made in the provider's own dashboard. */
  listRefunds: (charge: ChargeNames) => Promise<RemoteRefund[]>;
  fetchDispute: (disputeId: string) => Promise<DisputeState>;
  /** Charges and refunds from one instant (inclusive) until another (exclusive). */
  listMovements: (from: Date, until: Date) => Promise<Movement[]>;
  /**
   * Payouts begun from one instant (inclusive) until another (exclusive), and the charges that one is made of, by their own ids or
   * their charges'. Only for providers that say of a charge with which payout it went.
   */
  listPayouts?: (from: Date, until: Date) => Promise<Payout[]>;
  chargesOfPayout?: (payoutId: string) => Promise<string[]>;
  /** Whether it adds a parameter to the query of the addresses that guests come back to, so that this isn't taken for our own. */
  addsToReturn?: (name: string, value: string) => boolean;
  /** Verifies signature and timestamp over the raw body; null when they are invalid. */
  parseWebhook: (rawBody: string, headers: Headers, now: Date) => Promise<ProviderEvent | null>;
};
