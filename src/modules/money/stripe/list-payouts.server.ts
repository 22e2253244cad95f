import type Stripe from "stripe";
import { idOf } from "#src/modules/money/stripe/rules/remote-state.ts";
import type { Payout } from "#src/platform/payment-provider.server.ts";

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Stripe's own payouts that were begun from one instant until before another. Which charges one by hand is made of nobody knows. */
export async function listPayouts(client: Stripe, from: Date, until: Date): Promise<Payout[]> {
  const found: Payout[] = [];
  for await (const payout of client.payouts.list({ created: { gte: seconds(from), lt: seconds(until) }, limit: 100 }))
    if (payout.automatic && payout.status !== "failed" && payout.status !== "canceled")
      found.push({ id: payout.id, arrives: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10) });
  return found;
}

/** The charges that a payout is made of, by their payment intents, which is how payments know them. */
export async function chargesOfPayout(client: Stripe, id: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { source } of client.balanceTransactions.list({ payout: id, limit: 100, expand: ["data.source"] })) {
    const charge = source && typeof source !== "string" && source.object === "charge" ? source : null;
    if (charge) found.push(idOf(charge.payment_intent) ?? charge.id);
  }
  return found;
}
