import type Stripe from "stripe";
import { idOf, moneyOf, refundState } from "#src/modules/money/stripe/rules/remote-state.ts";
import type { Movement } from "#src/platform/payment-provider.server.ts";

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
const instant = (created: number) => new Date(created * 1000);

/**
 * Charges and refunds from one instant until before another, in pages of a hundred. A charge goes by its payment intent, which
 * is how payments know it. A refund counts when it is requested, as its money leaves the balance then.
 */
export async function listMovements(client: Stripe, from: Date, until: Date): Promise<Movement[]> {
  const page = { created: { gte: seconds(from), lt: seconds(until) }, limit: 100 };
  const found: Movement[] = [];
  for await (const charge of client.charges.list({ ...page, expand: ["data.balance_transaction"] }))
    if (charge.status === "succeeded" && charge.captured) found.push(chargeMoved(charge));
  for await (const refund of client.refunds.list(page))
    if (refundState(refund).status !== "failed") found.push(refundMoved(refund));
  return found;
}

function chargeMoved(charge: Stripe.Charge): Movement {
  const intent = idOf(charge.payment_intent);
  return {
    kind: "charge",
    externalId: intent ?? charge.id,
    chargeId: intent,
    paymentId: charge.metadata["payment"] ?? null,
    money: moneyOf({ amount: charge.amount_captured, currency: charge.currency }),
    at: instant(charge.created),
    fee: feeOf(charge),
  };
}

/** What Stripe kept of a charge, in the currency of the account's balance; none until its balance transaction exists. */
function feeOf({ balance_transaction: moved }: Stripe.Charge): Movement["fee"] {
  return moved && typeof moved !== "string" ? moneyOf({ amount: moved.fee, currency: moved.currency }) : undefined;
}

const refundMoved = (refund: Stripe.Refund): Movement => ({
  kind: "refund",
  externalId: refund.id,
  chargeId: idOf(refund.payment_intent),
  paymentId: null,
  money: moneyOf(refund),
  at: instant(refund.created),
});
