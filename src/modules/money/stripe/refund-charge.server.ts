import Stripe from "stripe";
import { idOf, refundState, refusedRefund } from "#src/modules/money/stripe/rules/remote-state.ts";
import type { RefundState, RefundWish } from "#src/platform/payment-provider.server.ts";

// keys expire after 24 h at the earliest (rule payments-12): until then the same key never refunds twice
const KEY_HOLDS_MS = 20 * 3_600_000;

/**
 * Refunds all or part of a charge, once per `refundId`: a repeated call returns that refund's state. Returns Stripe's decisions;
 * throws on network trouble, rate limits and invalid keys, and the caller retries under the same id.
 */
export async function refundCharge(
  client: Stripe,
  { chargeId, externalId, refundId, money, askedBefore }: RefundWish,
  now: Date,
): Promise<RefundState> {
  const charge = chargeId ?? (await chargeOf(client, externalId));
  if (!charge) return { status: "failed", reason: "not_paid" };
  if (askedBefore && now.getTime() - askedBefore.getTime() > KEY_HOLDS_MS) {
    const refund = await refundNamed(client, charge, refundId);
    if (refund) return refundState(refund);
  }
  try {
    const wish = { payment_intent: charge, amount: money.amount, metadata: { refund: refundId } };
    const refund = await client.refunds.create(wish, { idempotencyKey: refundId });
    // a replayed key returns the first answer; fetch the refund's current state
    const isOld = refund.lastResponse.headers["idempotent-replayed"] === "true";
    return refundState(isOld ? await client.refunds.retrieve(refund.id) : refund);
  } catch (error) {
    if (isRefusal(error)) return refusedRefund(error.code ?? error.type);
    // Stripe replays a failure under the key for a day, whether or not the refund was made
    const refund = isCachedFailure(error) ? await refundNamed(client, charge, refundId) : null;
    if (refund) return refundState(refund);
    throw error;
  }
}

/** The payment intent of a session, our charge id; null if there is none. */
export const chargeOf = async (client: Stripe, session: string): Promise<string | null> =>
  idOf((await client.checkout.sessions.retrieve(session)).payment_intent);

/** The refund of a charge made under our id. */
async function refundNamed(client: Stripe, charge: string, refundId: string): Promise<Stripe.Refund | null> {
  for await (const refund of client.refunds.list({ payment_intent: charge, limit: 100 }))
    if (refund.metadata?.["refund"] === refundId) return refund;
  return null;
}

const isCachedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && error.headers?.["idempotent-replayed"] === "true";

/** Whether Stripe refused this refund, as opposed to the way we called. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeCardError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== "idempotency_key_in_use");
