import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { paypalProvider } from "#src/modules/money/paypal/serve-provider.server.ts";
import { type Attempt, ProviderRefused } from "#src/platform/payment-provider.server.ts";
import { shapeOf } from "#tests/mocks/paypal/record.ts";
import shapes from "#tests/mocks/paypal/shapes.json" with { type: "json" };
import { startPaypal } from "#tests/mocks/paypal/start-paypal.ts";

// Every call the product makes to PayPal, against a PayPal that refuses what its reference doesn't know.

const START = new Date("2026-11-20T18:00:00Z");
let now = START;
const later = (minutes: number) => (now = new Date(START.getTime() + minutes * 60_000));
const HOUR = 60;
const DAY = 24 * HOUR;

const paypal = await startPaypal({ clock: () => now, tokenSeconds: 3600 });
const { company, requests } = paypal;
const newProvider = () => paypalProvider(paypal.keys, { clock: () => now, roots: () => [paypal.chain.root.pem] });
let provider = newProvider();
beforeEach(() => {
  now = START;
  paypal.heals();
  company.captureOutcomes = [];
  company.refundOutcomes = [];
  provider = newProvider();
});
afterAll(() => paypal.stop());

let payments = 0;
const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  paymentId: `00000000-0000-4000-8000-${String(payments++).padStart(12, "0")}`,
  bookingId: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01",
  reference: "RND-7K2M",
  attempt: 2,
  site: "cdmx",
  money: { amount: 80_000, currency: "MXN" },
  method: "paypal",
  installments: false,
  description: "Ronda Test · 1 Dec 2026 · RND-7K2M",
  customerEmail: "sofia@example.test",
  locale: "es",
  expiresAt: new Date("2026-11-20T18:30:00Z"),
  successUrl: "https://ronda.example/es/booking-confirmation/b?payment=returned",
  cancelUrl: "https://ronda.example/es/booking-confirmation/b?payment=cancelled",
  ...over,
});

const opened = async (over: Partial<Attempt> = {}) => (await provider.createAttempt(attempt(over))).externalId;

/** An order approved and captured: its id and its capture's. */
async function take() {
  const order = await opened();
  company.approve(order);
  const state = await provider.capture!(order, 0);
  if (state.status !== "paid") throw new Error(state.status);
  return { externalId: order, chargeId: state.chargeId };
}

const pesos = (amount: number) => ({ amount, currency: "MXN" as const });
const refund = (of: { externalId: string; chargeId: string | null }, refundId: string, over: object = {}) =>
  provider.refund({ ...of, refundId, money: pesos(20_000), askedBefore: null, ...over });
const sentTo = (path: RegExp) => requests.filter((one) => path.test(one.path));

describe("opening an order", () => {
  test("leads to PayPal's page for it, once per payment", async () => {
    const wish = attempt();
    const first = await provider.createAttempt(wish);
    expect(first.redirectUrl).toBe(company.payerPage(first.externalId));
    expect(await provider.createAttempt(wish)).toEqual(first);
    expect(company.orders.get(first.externalId)!.asked).toMatchObject({
      purchase_units: [{ amount: { currency_code: "MXN", value: "800.00" }, invoice_id: "RND-7K2M-2" }],
    });
  });

  test.each([
    ["en", "en-US"],
    ["es", "es-MX"],
  ] as const)("speaks the guest's language: %s", async (locale, tag) => {
    const { asked: request } = company.orders.get(await opened({ locale }))!;
    expect(request.payment_source.paypal.experience_context.locale).toBe(tag);
  });

  test("cuts a description that PayPal would refuse", async () => {
    const { asked: request } = company.orders.get(await opened({ description: "ñ".repeat(200) }))!;
    expect(request.purchase_units[0]!.description).toHaveLength(127);
  });

  test("fails when PayPal refuses, with what its support asks for", async () => {
    await expect(provider.createAttempt(attempt({ reference: "", description: "" }))).rejects.toThrow(
      /paypal: an order was refused, 400 INVALID_PARAMETER_SYNTAX \(d0u8le\)/,
    );
  });
});

describe("the state of an order", () => {
  test("is open, approved, then paid with its capture's name", async () => {
    const order = await opened();
    expect(await provider.fetchState(order)).toEqual({ status: "open" });
    company.approve(order);
    const approved = { status: "approved", money: pesos(80_000), bookingId: attempt().bookingId };
    expect(await provider.fetchState(order)).toEqual(approved);
    // it says at once what it kept: 3.95 % and 4
    const chargeId = expect.stringMatching(/^\w{17}$/) as string;
    const paid = { status: "paid", money: pesos(80_000), chargeId, fee: pesos(3_560) };
    expect(await provider.capture!(order, 0)).toEqual(paid);
    expect(await provider.fetchState(order)).toEqual(paid);
    expect(await provider.expire(order)).toEqual(paid);
  });

  test("that PayPal knows no more is expired, and its refunds are refused, which is an answer", async () => {
    const charge = { externalId: "5O190127TN364715T", chargeId: null };
    expect(await provider.fetchState(charge.externalId)).toEqual({ status: "expired", reason: "expired" });
    await expect(provider.listRefunds(charge)).rejects.toThrow(ProviderRefused);
    await expect(provider.createAttempt(attempt({ reference: "", description: "" }))).rejects.toThrow(ProviderRefused);
  });

  test("is pending or failed as its capture is, though the order is complete", async () => {
    const order = await opened();
    company.captureOutcomes.push("PENDING");
    company.approve(order);
    expect(await provider.capture!(order, 0)).toEqual({ status: "pending" });
    expect(await provider.expire(order), "what is being taken is not given up").toEqual({ status: "pending" });
    company.decide(company.orders.get(order)!.captures[0]!.id, "DECLINED");
    expect(await provider.fetchState(order)).toEqual({ status: "failed", reason: "declined" });
  });

  test("stays paid when money was given back", async () => {
    const of = await take();
    await refund(of, "r1:0");
    expect(await provider.fetchState(of.externalId)).toMatchObject({ status: "paid", money: pesos(80_000) });
  });

  test("is over when it was voided, forgotten or never there", async () => {
    const order = await opened();
    company.void(order);
    expect(await provider.fetchState(order)).toEqual({ status: "cancelled", reason: "voided" });
    const old = await opened();
    later(7 * HOUR);
    expect(await provider.fetchState(old)).toEqual({ status: "expired", reason: "expired" });
    expect(await provider.fetchState("NEVER")).toEqual({ status: "expired", reason: "expired" });
  });

  test("is given up by us alone: PayPal closes no order", async () => {
    const order = await opened();
    expect(await provider.expire(order)).toEqual({ status: "expired", reason: "expired" });
    company.approve(order);
    expect(await provider.expire(order)).toEqual({ status: "expired", reason: "expired" });
    expect(await provider.fetchState(order), "and may be approved after all").toMatchObject({ status: "approved" });
  });
});

describe("taking what was approved", () => {
  test("is done once, by calls at once and one after another", async () => {
    const order = await opened();
    company.approve(order);
    const states = await Promise.all(Array.from({ length: 4 }, () => provider.capture!(order, 0)));
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(["paid"]));
    expect(await provider.capture!(order, 0)).toEqual(states[0]);
    expect(company.orders.get(order)!.captures).toHaveLength(1);
  });

  test("that another took meanwhile is read", async () => {
    const order = await opened();
    company.approve(order);
    const captured = Promise.withResolvers<void>();
    paypal.breaks({ path: /\/capture$/, waits: captured.promise });
    const late = provider.capture!(order, 0);
    await expect.poll(() => sentTo(new RegExp(`${order}/capture`))).toHaveLength(1);
    company.captureOrder(order, {}, "another");
    captured.resolve();
    expect(await late).toMatchObject({ status: "paid" });
  });

  test("is not tried before its payer agrees", async () => {
    const order = await opened();
    expect(await provider.capture!(order, 0)).toEqual({ status: "open" });
    expect(sentTo(new RegExp(`${order}/capture`))).toEqual([]);
  });

  test.each([true, false])(
    "from a declined card is for the payer to choose again; the next card is asked anew (told when the order changed: %s)",
    async (tellsUpdates) => {
      company.tellsUpdates = tellsUpdates;
      const order = await opened();
      company.approve(order, "declined");
      expect(await provider.capture!(order, 0)).toEqual({ status: "open", declined: true });
      expect(await provider.capture!(order, 0)).toEqual({ status: "open", declined: true });
      company.approve(order, "good");
      expect(await provider.capture!(order, 1)).toMatchObject({ status: "paid" });
      const ids = sentTo(new RegExp(`${order}/capture`)).map(({ headers }) => headers["paypal-request-id"] as string);
      expect(ids.every((id) => id.startsWith(`c:${order}`))).toBe(true);
      expect(new Set(ids).size, "one id for each card").toBe(2);
      company.tellsUpdates = true;
    },
  );

  test.each([
    ["MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED", { status: "failed", reason: "declined" }],
    ["TRANSACTION_REFUSED", { status: "failed", reason: "declined" }],
    ["DUPLICATE_INVOICE_ID", { status: "failed", reason: "duplicate_invoice_id" }],
    ["PAYER_ACTION_REQUIRED", { status: "open", declined: false }],
    ["ORDER_EXPIRED", { status: "expired", reason: "expired" }],
  ] as const)("that PayPal refuses takes nothing: %s", async (issue, state) => {
    const order = await opened();
    company.captureOutcomes.push(`!${issue}`);
    company.approve(order);
    expect(await provider.capture!(order, 0)).toEqual(state);
    expect(company.orders.get(order)!.captures).toEqual([]);
  });

  test("whose answer was lost is asked again and found done", async () => {
    const order = await opened();
    company.approve(order);
    paypal.breaks({ path: /\/capture$/, lost: true });
    expect(await provider.capture!(order, 0)).toMatchObject({ status: "paid" });
    expect(company.orders.get(order)!.captures).toHaveLength(1);
  });
});

describe("giving back", () => {
  test("a part, then the rest, each once", async () => {
    const of = await take();
    const first = await refund(of, "r2:0");
    expect(first).toMatchObject({ status: "succeeded" });
    expect(await refund(of, "r2:0")).toEqual(first);
    expect(await refund(of, "r3:0", { money: pesos(60_000) })).toMatchObject({ status: "succeeded" });
    expect(await refund(of, "r4:0")).toEqual({ status: "manual", reason: "capture_fully_refunded" });
    expect(await provider.listRefunds(of)).toMatchObject([
      { refundId: "r2:0", money: pesos(20_000), status: "succeeded" },
      { refundId: "r3:0", money: pesos(60_000), status: "succeeded" },
    ]);
  });

  test("without the capture's name, by the order", async () => {
    const { externalId } = await take();
    expect(await refund({ externalId, chargeId: null }, "r5:0")).toMatchObject({ status: "succeeded" });
    expect(await refund({ externalId: await opened(), chargeId: null }, "r6:0")).toMatchObject({ status: "manual" });
  });

  test("what is pending is asked about under the same id", async () => {
    const of = await take();
    company.refundOutcomes.push("PENDING");
    const sent = await refund(of, "r7:0");
    expect(sent).toMatchObject({ status: "submitted" });
    company.refundBecomes((sent as { externalId: string }).externalId, "COMPLETED");
    expect(await refund(of, "r7:0")).toMatchObject({ status: "succeeded" });
  });

  test.each([
    ["FAILED", { status: "failed", reason: "echeck" }],
    ["CANCELLED", { status: "failed", reason: "echeck" }],
    ["!PENDING_CAPTURE", { status: "failed", reason: "pending_capture" }],
    ["!PAYEE_ACCOUNT_RESTRICTED", { status: "failed", reason: "payee_account_restricted" }],
    ["!REFUND_TIME_LIMIT_EXCEEDED", { status: "manual", reason: "refund_time_limit_exceeded" }],
    ["!REFUND_AMOUNT_EXCEEDED", { status: "manual", reason: "refund_amount_exceeded" }],
    ["!REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK", { status: "failed" }],
    ["!TRANSACTION_DISPUTED", { status: "failed", reason: "transaction_disputed" }],
    ["!REFUND_FAILED_INSUFFICIENT_FUNDS", { status: "submitted", waits: "balance" }],
  ] as const)("ends as PayPal says: %s", async (outcome, state) => {
    const of = await take();
    company.refundOutcomes.push(outcome);
    expect(await refund(of, "r8:0")).toMatchObject(state);
  });

  test("of a payment too old for PayPal is for a person", async () => {
    const of = await take();
    later(181 * DAY);
    expect(await refund(of, "r9:0")).toEqual({ status: "manual", reason: "refund_time_limit_exceeded" });
  });

  test("waits for money in the account, then is sent once, though PayPal repeats its no", async () => {
    const of = await take();
    company.refundOutcomes.push("!REFUND_FAILED_INSUFFICIENT_FUNDS");
    expect(await refund(of, "r10:0")).toMatchObject({ status: "submitted", waits: "balance" });
    const askedBefore = now;
    later(61);
    const sent = await refund(of, "r10:0", { askedBefore });
    expect(sent).toMatchObject({ status: "succeeded" });
    later(122);
    expect(await refund(of, "r10:0", { askedBefore }), "asked once more").toEqual(sent);
    expect(await provider.listRefunds(of)).toHaveLength(1);
  });

  test("whose request PayPal has forgotten is looked up, not sent again", async () => {
    const of = await take();
    const sent = await refund(of, "r11:0");
    const askedBefore = now;
    later(46 * DAY);
    expect(await refund(of, "r11:0", { askedBefore })).toEqual(sent);
    expect(await provider.listRefunds(of)).toHaveLength(1);
  });

  test("by hand in PayPal's pages is listed as nobody's of ours", async () => {
    const of = await take();
    const externalId = company.refundByHand(of.chargeId!, "10.00");
    expect(await provider.listRefunds(of)).toEqual([
      { externalId, refundId: null, money: pesos(1000), status: "succeeded" },
    ]);
  });
});

test.each([
  ["RESOLVED_BUYER_FAVOUR", "lost"],
  ["ACCEPTED", "lost"],
  ["RESOLVED_SELLER_FAVOUR", "won"],
  ["RESOLVED_WITH_PAYOUT", "won"],
  ["CANCELED_BY_BUYER", "won"],
])("a dispute is open, then by %s %s", async (outcome, state) => {
  const { chargeId } = await take();
  const id = company.dispute(chargeId!);
  const message = { money: pesos(80_000), reason: "merchandise_or_service_not_received" };
  expect(await provider.fetchDispute(id)).toEqual({ state: "open", ...message });
  company.resolve(id, outcome);
  expect(await provider.fetchDispute(id)).toEqual({ state, ...message });
});

test("what moved is reported by page and by month, hours later, and what is pending is not", async () => {
  later(400 * DAY);
  const from = now;
  const all = [];
  for (let n = 0; n < 3; n++) all.push(await take());
  now = new Date(now.getTime() + 60_000);
  await refund(all[0]!, "r12:0");
  company.captureOutcomes.push("PENDING");
  const pending = await opened();
  company.approve(pending);
  await provider.capture!(pending, 0);
  expect(await provider.listMovements(from, new Date(from.getTime() + 1)), "it lags").toEqual([]);
  later(440 * DAY);
  company.largestPage = 3;
  const before = sentTo(/reporting/).length;
  const moves = await provider.listMovements(from, now);
  expect(sentTo(/reporting/).length - before, "two pages, and another month").toBe(3);
  expect(moves.map(({ kind, chargeId, money, fee }) => ({ kind, chargeId, money, fee }))).toEqual([
    // 3.95 % and 4 pesos stay with PayPal
    ...all.map(({ chargeId }) => ({ kind: "charge", chargeId, money: pesos(80_000), fee: pesos(3_560) })),
    { kind: "refund", chargeId: all[0]!.chargeId, money: pesos(20_000), fee: undefined },
  ]);
  expect(await provider.listMovements(new Date(from.getTime() - DAY * 60_000), from), "until is not part").toEqual([]);
});

describe("failures", () => {
  test.each([429, 500, 502, 503])("%i is tried again twice, under the same id", async (answers) => {
    paypal.breaks({ path: /\/v2\/checkout\/orders$/, answers, times: 2, retryAfter: "0" });
    const before = requests.length;
    const order = await opened();
    const sent = requests.slice(before).filter(({ path }) => path === "/v2/checkout/orders");
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers["paypal-request-id"])).size).toBe(1);
    expect(await provider.fetchState(order)).toEqual({ status: "open" });
  });

  test("that doesn't end is told", async () => {
    paypal.breaks({ path: /orders/, answers: 503, times: 9, retryAfter: "0" });
    await expect(provider.fetchState("X")).rejects.toThrow("paypal: GET /v2/checkout/orders/X answered 503");
    expect(sentTo(/orders\/X$/)).toHaveLength(3);
  });

  test("with a wish to wait longer than is reasonable is told at once", async () => {
    paypal.breaks({ path: /orders/, answers: 429, retryAfter: "600" });
    await expect(provider.fetchState("Y")).rejects.toThrow("answered 429");
    expect(sentTo(/orders\/Y$/)).toHaveLength(1);
  });

  test("is waited for as PayPal wishes", async () => {
    const order = await opened();
    paypal.breaks({ path: /orders/, answers: 429, retryAfter: "1" });
    const start = performance.now();
    await provider.fetchState(order);
    expect(performance.now() - start).toBeGreaterThan(950);
  });

  test("of the network is tried again", async () => {
    const order = await opened();
    paypal.breaks({ path: /orders/, cut: true, times: 2 });
    expect(await provider.fetchState(order)).toEqual({ status: "open" });
  });

  test("that hangs ends after ten seconds", async () => {
    const hangs = Promise.withResolvers<void>();
    paypal.breaks({ path: /orders/, waits: hangs.promise });
    // requests ten seconds, gets half of one
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 20));
    await expect(provider.fetchState("Z")).rejects.toThrow("got no answer in time");
    expect(spy.mock.calls).toEqual([[10_000]]);
    spy.mockRestore();
    hangs.resolve();
  });

  test("what PayPal refuses is not tried again", async () => {
    paypal.breaks({ path: /orders/, answers: 403, times: 9 });
    await expect(provider.fetchState("W")).rejects.toThrow("answered 403");
    expect(sentTo(/orders\/W$/)).toHaveLength(1);
  });
});

describe("the token", () => {
  const tokens = () => sentTo(/oauth2\/token/).length;

  test("is fetched once by calls at once, and kept until a minute before its end", async () => {
    const before = tokens();
    await Promise.all(Array.from({ length: 5 }, () => provider.fetchState("T")));
    expect(tokens() - before).toBe(1);
    later(58);
    await provider.fetchState("T");
    expect(tokens() - before).toBe(1);
    later(59);
    await provider.fetchState("T");
    expect(tokens() - before).toBe(2);
  });

  test("that was taken back is renewed once", async () => {
    const order = await opened();
    paypal.revokes();
    expect(await provider.fetchState(order)).toEqual({ status: "open" });
  });

  test("that can't be had for these keys is told without naming them", async () => {
    const wrong = paypalProvider({ ...paypal.keys, clientSecret: "wrong-secret" }, { clock: () => now });
    const before = tokens();
    const state = await wrong.fetchState("T").catch((error: Error) => error.message);
    expect(state).toContain("refuses PAYPAL_CLIENT_ID or PAYPAL_CLIENT_SECRET");
    expect(state).not.toContain("wrong-secret");
    expect(tokens() - before).toBe(1);
  });
});

test("every request has the form that is written down", async () => {
  requests.length = 0;
  provider = newProvider();
  const of = await take();
  await refund(of, "r13:0");
  await provider.listRefunds(of);
  await provider.fetchDispute(company.dispute(of.chargeId!));
  await provider.listMovements(START, later(4 * HOUR));
  const cache = new Map(requests.map((one) => shapeOf(one)).map((shape) => [shape.request, shape]));
  expect(Array.from(cache.values())).toEqual(shapes);
});
