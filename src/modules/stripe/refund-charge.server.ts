import Stripe from "stripe";
import { idOf, refundState, refusedRefund } from "#src/modules/stripe/rules/remote-state.ts";
import type { RefundState, RefundWish } from "#src/platform/payment-provider.server.ts";

// keys are forgotten after 24 h at the earliest (payments.md): before that nothing is asked for twice under one
const KEY_HOLDS_MS = 20 * 3_600_000;

/**
 * Gives back part or all of a charge, once per `refundId`: asked again it says how that refund is doing. What Stripe decides is
 * returned; trouble on the way, too many requests and wrong keys throw, and the caller asks again under the same id.
 */
export async function refundCharge(
  client: Stripe,
  { chargeId, externalId, refundId, money, askedBefore }: RefundWish,
  now: Date,
): Promise<RefundState> {
  const charge = chargeId ?? (await chargeOf(client, externalId));
  if (!charge) return { status: "failed", reason: "not_paid" };
  if (askedBefore && now.getTime() - askedBefore.getTime() > KEY_HOLDS_MS) {
    const made = await refundNamed(client, charge, refundId);
    if (made) return refundState(made);
  }
  try {
    const wish = { payment_intent: charge, amount: money.amount, metadata: { refund: refundId } };
    const made = await client.refunds.create(wish, { idempotencyKey: refundId });
    // the answer to a known key is the one of the first time; how the refund is doing now has to be asked
    const isOld = made.lastResponse.headers["idempotent-replayed"] === "true";
    return refundState(isOld ? await client.refunds.retrieve(made.id) : made);
  } catch (error) {
    if (isRefusal(error)) return refusedRefund(error.code ?? error.type);
    // a failure of theirs stays under the key for a day, whether or not the refund was made
    const made = isCachedFailure(error) ? await refundNamed(client, charge, refundId) : null;
    if (made) return refundState(made);
    throw error;
  }
}

/** What Stripe calls the charge of a session; null while there is none. */
export const chargeOf = async (client: Stripe, session: string): Promise<string | null> =>
  idOf((await client.checkout.sessions.retrieve(session)).payment_intent);

/** The refund of a charge that was made under an id of ours. */
async function refundNamed(client: Stripe, charge: string, refundId: string): Promise<Stripe.Refund | null> {
  for await (const refund of client.refunds.list({ payment_intent: charge, limit: 100 }))
    if (refund.metadata?.["refund"] === refundId) return refund;
  return null;
}

const isCachedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && error.headers?.["idempotent-replayed"] === "true";

/** A decision about this refund, not about how we ask for it. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeCardError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== "idempotency_key_in_use");
