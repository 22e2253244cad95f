import { languageTag } from "#src/kernel/localized.ts";
import { amountOf, keptOf, moneyOf } from "#src/modules/money/paypal/rules/amount.ts";
import type { Order } from "#src/modules/money/paypal/schema.ts";
import type { Attempt, RemoteState } from "#src/platform/payment-provider.server.ts";

/** PayPal's limit. */
const LONGEST_DESCRIPTION = 127;

/**
 * The order of an attempt (rule payments-13): one purchase, captured in a second step, without address, and no method that pays
 * later.
 */
export const orderFor = (attempt: Attempt) => ({
  intent: "CAPTURE",
  purchase_units: [
    {
      custom_id: attempt.bookingId,
      invoice_id: `${attempt.reference}-${attempt.attempt}`,
      description: Array.from(attempt.description).slice(0, LONGEST_DESCRIPTION).join(""),
      amount: amountOf(attempt.money),
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        locale: languageTag(attempt.locale),
        shipping_preference: "NO_SHIPPING",
        user_action: "PAY_NOW",
        payment_method_preference: "IMMEDIATE_PAYMENT_REQUIRED",
        return_url: attempt.successUrl,
        cancel_url: attempt.cancelUrl,
      },
    },
  },
});

/** The URL where the payer approves; undefined if the order needs no action by them. */
export const payerAction = (order: Order): string | undefined =>
  order.links.find((link) => link.rel === "payer-action")?.href;

/** The capture of an order: the one that took money, or the last one tried. */
export function captureOf(order: Order) {
  const captures = order.purchase_units[0]?.payments?.captures ?? [];
  return captures.find((one) => !GONE.includes(one.status)) ?? captures.at(-1);
}
const GONE: readonly string[] = ["DECLINED", "FAILED"];

/** The state of an order for settlement. A completed order is paid only if its capture says so. */
export function orderState(order: Order): RemoteState {
  const unit = order.purchase_units[0];
  switch (order.status) {
    case "COMPLETED":
      return captureState(order);
    case "APPROVED":
      if (!unit?.amount) throw new Error(`paypal: order ${order.id} has no amount`);
      return { status: "approved", money: moneyOf(unit.amount), bookingId: unit.custom_id };
    case "VOIDED":
      return { status: "cancelled", reason: "voided" };
    default: // CREATED, SAVED, PAYER_ACTION_REQUIRED, or a status added later: nothing has been captured
      return { status: "open" };
  }
}

function captureState(order: Order): RemoteState {
  const capture = captureOf(order);
  if (!capture) throw new Error(`paypal: order ${order.id} is complete without a capture`);
  if (GONE.includes(capture.status)) return { status: "failed", reason: "declined" };
  if (capture.status === "PENDING") return { status: "pending" };
  // COMPLETED, or refunded since: it stays paid
  const fee = keptOf(capture.seller_receivable_breakdown?.paypal_fee);
  return { status: "paid", money: moneyOf(capture.amount), chargeId: capture.id, ...(fee ? { fee } : {}) };
}
