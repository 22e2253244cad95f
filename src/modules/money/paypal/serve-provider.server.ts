import { type Answer, type Call, issueOf, paypalCalls, refused } from "#src/modules/money/paypal/call-paypal.server.ts";
import { amountOf } from "#src/modules/money/paypal/rules/amount.ts";
import { claimOf, eventOf } from "#src/modules/money/paypal/rules/message.ts";
import { captureOf, orderFor, orderState, payerAction } from "#src/modules/money/paypal/rules/order.ts";
import { customIdOf, refundsIn, refundState, refusedRefund } from "#src/modules/money/paypal/rules/refund.ts";
import { disputeState, movementOf, reportSpans } from "#src/modules/money/paypal/rules/report.ts";
import { Dispute, Message, Order, Refund, TransactionPage } from "#src/modules/money/paypal/schema.ts";
import { messageProof, type Trust, trustedRoots } from "#src/modules/money/paypal/verify-message.server.ts";
import {
  type Attempt,
  type ChargeNames,
  type Movement,
  type PaymentProvider,
  ProviderRefused,
  type RefundState,
  type RefundWish,
  type RemoteState,
} from "#src/platform/payment-provider.server.ts";
import type { PaypalKeys } from "#src/platform/payment-settings.server.ts";
import { addsToReturn } from "#src/modules/money/paypal/rules/return-address.ts";

/** The clock, and what only tests replace: the network, the trusted roots. */
type Means = Partial<Trust> & { clock: () => Date };

/**
 * PayPal (Orders v2) by plain REST. The payer approves at PayPal, and `capture` takes the money once settlement has secured the
 * seats. An attempt's external id is its order, a charge's its capture.
 */
export function paypalProvider(keys: PaypalKeys, means: Means): PaymentProvider {
  const { fetch = globalThis.fetch, clock, roots = trustedRoots } = means;
  const call = paypalCalls(keys, { fetch, clock });
  const isProven = messageProof(keys, { fetch, roots });
  return {
    name: "paypal",
    createAttempt: (attempt) => createOrder(call, attempt),
    fetchState: (id) => stateOf(call, id),
    capture: (id, tryNumber) => captureOrder(call, id, tryNumber),
    expire: (id) => expiredState(call, id),
    refund: (wish) => refundCapture(call, wish, clock()),
    listRefunds: async (charge) => refundsIn(await knownOrder(call, charge)),
    fetchDispute: (id) => askDispute(call, id),
    listMovements: (from, until) => listMovements(call, from, until),
    addsToReturn,
    parseWebhook: async (body, headers, now) => {
      const claim = claimOf(headers, now);
      if (!claim || !(await isProven(claim, body, now))) return null;
      const message = Message.safeParse(parsed(body));
      return message.success ? eventOf(message.data) : null;
    },
  };
}

/** Opens an order, once per payment, and returns PayPal's page for the payer. */
async function createOrder(call: Call, attempt: Attempt) {
  const more = { body: orderFor(attempt), requestId: attempt.paymentId };
  const answer = await call("POST", "/v2/checkout/orders", more);
  if (!isDone(answer)) throw refused("an order", answer);
  const order = Order.parse(answer.body);
  const redirectUrl = payerAction(order);
  if (!redirectUrl) throw new Error(`paypal: order ${order.id} names no page for the payer`);
  return { externalId: order.id, redirectUrl };
}

const isDone = ({ status }: Answer) => status >= 200 && status < 300;
const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;

/** Fetches an order; null once PayPal has deleted it, as it does with orders not approved in time. */
async function findOrder(call: Call, id: string): Promise<Order | null> {
  const answer = await call("GET", orderPath(id));
  if (answer.status === 404) return null;
  if (!isDone(answer)) throw refused(`order ${id}`, answer);
  return Order.parse(answer.body);
}

const EXPIRED: RemoteState = { status: "expired", reason: "expired" };

async function stateOf(call: Call, id: string): Promise<RemoteState> {
  const order = await findOrder(call, id);
  return order ? orderState(order) : EXPIRED;
}

/** An order can't be closed at PayPal: it ends by not being captured. A capture made or in progress stays. */
async function expiredState(call: Call, id: string): Promise<RemoteState> {
  const state = await stateOf(call, id);
  return state.status === "open" || state.status === "approved" ? EXPIRED : state;
}

/** Refusals of a capture after which the payer has to choose again at PayPal. */
const CHOOSE_AGAIN: readonly string[] = ["INSTRUMENT_DECLINED", "PAYER_ACTION_REQUIRED", "ORDER_NOT_APPROVED"];
/** Refusals due to the payer's account or PayPal's risk checks. */
const DECLINES: readonly string[] = [
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_CANNOT_PAY",
  "TRANSACTION_REFUSED",
];

/**
 * Captures an approved order. PayPal captures an order only once, under whatever request id; the id joins concurrent calls, and
 * has the caller's number of the try, so that a declined card isn't the answer for the next one. (An approved order's
 * `update_time` won't do: PayPal may leave it out.)
 */
async function captureOrder(call: Call, id: string, tryNumber: number): Promise<RemoteState> {
  const order = await findOrder(call, id);
  if (order?.status !== "APPROVED") return order ? orderState(order) : EXPIRED;
  const answer = await call("POST", `${orderPath(id)}/capture`, { requestId: `c:${id}:${tryNumber}` });
  if (isDone(answer)) return orderState(Order.parse(answer.body));
  const issue = issueOf(answer);
  if (issue === "ORDER_ALREADY_CAPTURED") return stateOf(call, id);
  if (CHOOSE_AGAIN.includes(issue)) return { status: "open", declined: issue === "INSTRUMENT_DECLINED" };
  if (answer.status === 404 || issue === "ORDER_EXPIRED") return EXPIRED;
  // nothing was charged and this order can't be paid anymore: the guest's next try opens another
  if (answer.status === 422)
    return { status: "failed", reason: DECLINES.includes(issue) ? "declined" : issue.toLowerCase() };
  throw refused(`capturing ${id}`, answer);
}

/** PayPal remembers a refund's request id for 45 days; after this long its list is checked first. */
const REMEMBERED_MS = 40 * 24 * 3_600_000;

/** Refunds all or part of a capture. A repeated call under the same id returns the outcome. */
async function refundCapture(call: Call, wish: RefundWish, now: Date): Promise<RefundState> {
  const { refundId, money, askedBefore } = wish;
  const age = askedBefore ? now.getTime() - askedBefore.getTime() : 0;
  const listed = age > REMEMBERED_MS ? await listedRefund(call, wish) : null;
  if (listed) return listed;
  const captureId = wish.chargeId ?? captureOf(await knownOrder(call, wish))?.id;
  if (!captureId) return { status: "manual", reason: "no_capture" };

  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
  const body = { amount: amountOf(money), custom_id: customIdOf(refundId) };
  const ask = async (requestId: string): Promise<RefundState> => {
    const answer = await call("POST", path, { body, requestId });
    return isDone(answer) ? refundState(Refund.parse(answer.body)) : refusedRefund(issueOf(answer), refundId);
  };
  const state = await ask(refundId);
  const hours = Math.floor(age / 3_600_000);
  if (state.status !== "submitted" || !state.waits || hours === 0) return state;
  // PayPal may be repeating its answer from when there was no balance: nothing was sent then, so ask under a new id each hour
  return (await listedRefund(call, wish)) ?? ask(`${refundId}:${hours}`);
}

/** Our refund as PayPal lists it; null if it isn't listed. */
async function listedRefund(call: Call, wish: RefundWish): Promise<RefundState | null> {
  const found = refundsIn(await knownOrder(call, wish)).find((one) => one.refundId === wish.refundId);
  if (!found) return null;
  if (found.status === "failed") return { status: "failed", reason: "failed" };
  return { status: found.status, externalId: found.externalId };
}

async function knownOrder(call: Call, { externalId }: Pick<ChargeNames, "externalId">): Promise<Order> {
  const order = await findOrder(call, externalId);
  if (!order) throw new ProviderRefused(`paypal: order ${externalId} is not known there any more`);
  return order;
}

async function askDispute(call: Call, id: string) {
  const answer = await call("GET", `/v1/customer/disputes/${encodeURIComponent(id)}`);
  if (!isDone(answer)) throw refused(`dispute ${id}`, answer);
  return disputeState(Dispute.parse(answer.body));
}

const PAGE_SIZE = 500;

/** Movements in PayPal's report. It lags: anything younger than about three hours may be missing. */
async function listMovements(call: Call, from: Date, until: Date): Promise<Movement[]> {
  // a page may repeat a line of the previous one if something moved in between
  const movements = new Map<string, Movement>();
  for (const span of reportSpans(from, until))
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = new URLSearchParams({
        start_date: span.from.toISOString(),
        end_date: span.until.toISOString(),
        fields: "transaction_info",
        page_size: String(PAGE_SIZE),
        page: String(page),
      });
      const answer = await call("GET", `/v1/reporting/transactions?${query.toString()}`);
      if (!isDone(answer)) throw refused("the report", answer);
      const report = TransactionPage.parse(answer.body);
      pages = report.total_pages;
      for (const { transaction_info: info } of report.transaction_details) {
        const movement = movementOf(info);
        // the report includes its end, our range doesn't
        if (movement && movement.at >= from && movement.at < until) movements.set(movement.externalId, movement);
      }
    }
  return movements.values().toArray();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
