import { randomBytes } from "node:crypto";

// Stripe's objects, as far as this product reads them: https://docs.stripe.com/api.

export const API_VERSION = "2026-10-28.endive";

export type Metadata = Record<string, string>;
export type Session = {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  locale: string;
  metadata: Metadata;
  allowed_payment_method_types: string[];
  success_url: string;
  cancel_url: string | null;
  expires_at: number;
  url: string | null;
} & Record<string, unknown>;
export type Intent = {
  id: string;
  object: "payment_intent";
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  amount: number;
  amount_received: number;
  currency: string;
  metadata: Metadata;
  next_action: {
    type: string;
    oxxo_display_details?: Record<string, unknown>;
    display_bank_transfer_instructions?: { amount_remaining: number } & Record<string, unknown>;
  } | null;
  last_payment_error: { code: string; decline_code: string } | null;
  latest_charge: string | null;
} & Record<string, unknown>;
export type Charge = {
  id: string;
  object: "charge";
  status: "succeeded" | "failed";
  captured: boolean;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  created: number;
  disputed: boolean;
  metadata: Metadata;
  payment_intent: string;
  payment_method_details: { type: string };
} & Record<string, unknown>;
export type Refund = {
  id: string;
  object: "refund";
  status: "pending" | "requires_action" | "succeeded" | "failed" | "canceled";
  pending_reason?: string;
  failure_reason?: string;
  amount: number;
  currency: string;
  created: number;
  charge: string;
  payment_intent: string;
  metadata: Metadata;
};
export type Dispute = {
  id: string;
  object: "dispute";
  status: string;
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  created: number;
};
export type Customer = { id: string; object: "customer"; email: string | null; created: number; metadata: Metadata };
/** Publishes Stripe's message about a change of an object. */
export type Happened = (type: string, object: object) => void;

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;
