import Stripe from "stripe";
import { listMovements } from "#src/modules/money/stripe/list-movements.server.ts";
import { chargesOfPayout, listPayouts } from "#src/modules/money/stripe/list-payouts.server.ts";
import { openClient } from "#src/modules/money/stripe/open-client.server.ts";
import { readMessage } from "#src/modules/money/stripe/read-message.server.ts";
import { chargeOf, refundCharge } from "#src/modules/money/stripe/refund-charge.server.ts";
import { disputeState, idOf, remoteRefund, remoteState } from "#src/modules/money/stripe/rules/remote-state.ts";
import { isPaidHere, PAGE_STEP, sessionParams } from "#src/modules/money/stripe/rules/session-params.ts";
import {
  type Attempt,
  type ChargeNames,
  type PaymentProvider,
  ProviderRefused,
  type RemoteRefund,
  type RemoteState,
} from "#src/platform/payment-provider.server.ts";
import type { StripeKeys } from "#src/platform/payment-settings.server.ts";

/**
 * Stripe with hosted checkout pages, one per attempt (rule payments-12). An attempt's external id is its session, a charge's its
 * payment intent. `clock` decides when pages end, `budgetMs` how long a call takes at most.
 */
export function stripeProvider(
  keys: StripeKeys,
  { clock, budgetMs }: { clock: () => Date; budgetMs?: number },
): PaymentProvider {
  const client = openClient(keys, budgetMs);
  return {
    name: "stripe",
    createAttempt: (attempt) => answered(openSession(client, attempt, clock())),
    fetchState: (id) => answered(stateOf(client, id, clock())),
    expire: (id) => answered(closeSession(client, id, clock())),
    refund: (wish) => refundCharge(client, wish, clock()),
    listRefunds: (charge) => answered(refundsOf(client, charge)),
    fetchDispute: async (id) => disputeState(await answered(client.disputes.retrieve(id))),
    listMovements: (from, until) => listMovements(client, from, until),
    listPayouts: (from, until) => answered(listPayouts(client, from, until)),
    chargesOfPayout: (id) => answered(chargesOfPayout(client, id)),
    parseWebhook: async (rawBody, headers, now) =>
      readMessage(client, { secrets: keys.webhookSecrets, rawBody, signature: headers.get("stripe-signature"), now }),
  };
}

/** Separates refusals by Stripe from network trouble. */
async function answered<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const { StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors;
    const isAnswer = error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError;
    throw isAnswer ? new ProviderRefused(`stripe: ${error.message}`, { cause: error }) : error;
  }
}

async function openSession(client: Stripe, attempt: Attempt, now: Date) {
  if (!isPaidHere(attempt.method)) throw new ProviderRefused(`stripe: ${attempt.method} is not paid here`);
  const customer = attempt.method === "spei" ? await whoTransfers(client, attempt) : undefined;
  const idempotencyKey = `cs:${attempt.bookingId}:${attempt.attempt}`;
  const open = (at: Date) => client.checkout.sessions.create(sessionParams(attempt, at, customer), { idempotencyKey });
  const session = await open(now).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    // a first try, a step of time before, has reached Stripe with other parameters: its page is found by those
    return open(new Date(now.getTime() - PAGE_STEP));
  });
  if (!session.url) throw new Error(`stripe: session ${session.id} has no page`);
  return { externalId: session.id, redirectUrl: session.url };
}

/**
 * A customer of Stripe's for one attempt: an account number is the customer's, so nobody's money meets another payment, and what
 * is too much stays in sight beside it.
 */
async function whoTransfers(client: Stripe, { bookingId, attempt, customerEmail }: Attempt): Promise<string> {
  const who = { ...(customerEmail === "" ? {} : { email: customerEmail }), metadata: { booking: bookingId } };
  const customer = await client.customers.create(who, { idempotencyKey: `cus:${bookingId}:${attempt}` });
  return customer.id;
}

const WITH_INTENT = { expand: ["payment_intent"] };

async function stateOf(client: Stripe, id: string, now: Date): Promise<RemoteState> {
  const session = await client.checkout.sessions.retrieve(id, WITH_INTENT);
  const payer = session.payment_status === "paid" && session.metadata?.["pay_by"] ? idOf(session.customer) : null;
  const surplus = payer ? await surplusOf(client, payer, session.currency ?? "") : 0;
  return remoteState(session, now, surplus);
}

/** What a customer has transferred and no payment took. */
async function surplusOf(client: Stripe, customer: string, currency: string): Promise<number> {
  const { available } = await client.customers.retrieveCashBalance(customer);
  return available?.[currency] ?? 0;
}

/** Closes an open page. Stripe refuses to close any other; then its state is fetched. */
async function closeSession(client: Stripe, id: string, now: Date): Promise<RemoteState> {
  try {
    return remoteState(await client.checkout.sessions.expire(id, WITH_INTENT), now);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return stateOf(client, id, now);
    throw error;
  }
}

async function refundsOf(client: Stripe, { externalId, chargeId }: ChargeNames): Promise<RemoteRefund[]> {
  const charge = chargeId ?? (await chargeOf(client, externalId));
  if (!charge) return [];
  const found = await client.refunds.list({ payment_intent: charge, limit: 100 }).autoPagingToArray({ limit: 10_000 });
  return found.map(remoteRefund);
}
