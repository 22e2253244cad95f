import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { withinBudget } from "#src/modules/money/stripe/open-client.server.ts";
import { stripeProvider } from "#src/modules/money/stripe/serve-provider.server.ts";
import { guardProvider } from "#src/platform/guard-provider.server.ts";
import type { Attempt, RefundWish } from "#src/platform/payment-provider.server.ts";
import { startStripe, type StripeDouble } from "#tests/mocks/stripe/serve-stripe.ts";

// Each method of the interface, called through the real SDK over HTTP.

const NOON = new Date("2026-11-20T18:00:00Z");
const time = { now: NOON };
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
const clock = () => time.now;

let stripe: StripeDouble;
let provider: ReturnType<typeof stripeProvider>;
beforeAll(async () => {
  stripe = await startStripe({ clock });
  provider = stripeProvider(stripe.keys, { clock });
});
afterAll(() => stripe.stop());
beforeEach(() => {
  time.now = NOON;
  stripe.failures.ends();
  Object.assign(stripe.account.refunding, { becomes: "succeeded", refuses: null });
});

const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  paymentId: randomUUID(),
  bookingId: randomUUID(),
  reference: "RONDA-234567",
  site: "cdmx",
  attempt: 1,
  money: { amount: 90_000, currency: "MXN" },
  method: "card",
  installments: false,
  description: "Ronda Test · Fri, Nov 20 · RONDA-234567",
  customerEmail: "guest@ronda.test",
  locale: "en",
  expiresAt: later(30),
  successUrl: "http://ronda.test/booking-confirmation/1?payment=returned",
  cancelUrl: "http://ronda.test/booking-confirmation/1?payment=cancelled",
  ...over,
});
const open = async (over?: Partial<Attempt>) => (await provider.createAttempt(attempt(over))).externalId;
const paid = async (over?: Partial<Attempt>) => {
  const externalId = await open(over);
  stripe.account.pays(externalId);
  return { externalId, chargeId: stripe.account.session(externalId).payment_intent };
};
const wish = (charge: { externalId: string; chargeId: string | null }, over: Partial<RefundWish> = {}): RefundWish => ({
  ...charge,
  refundId: randomUUID(),
  money: { amount: 40_000, currency: "MXN" },
  askedBefore: null,
  ...over,
});

describe("opening an attempt", () => {
  test("sends the guest to a page of theirs, once per attempt however often it is asked for", async () => {
    const request = attempt();
    const result = await Promise.all([1, 2, 3].map(() => provider.createAttempt(request)));
    expect(new Set(result.map((one) => one.externalId)).size).toBe(1);
    expect(result[0]!.redirectUrl).toBe(`${stripe.origin}/c/pay/${result[0]!.externalId}`);
    expect(await open({ bookingId: request.bookingId, attempt: 2 })).not.toBe(result[0]!.externalId);
  });

  test("finds the page of a first try that had other limits to keep", async () => {
    // over for Stripe's limits, so that its page ends by the clock
    const request = attempt({ expiresAt: later(-60) });
    const at = (minutes: number) => stripeProvider(stripe.keys, { clock: () => later(minutes) }).createAttempt(request);
    const first = await at(1);
    expect(await at(6)).toEqual(first);
    expect(stripe.account.listSessions().filter((one) => one.client_reference_id === request.bookingId)).toHaveLength(
      1,
    );
  });

  test("is done by the second try when the first fails or its answer is lost", async () => {
    stripe.failures.fails(1, 500);
    expect(await open()).toMatch(/^cs_test_/);
    stripe.failures.loses(1);
    const before = stripe.requests.length;
    const externalId = await open();
    const calls = stripe.requests.slice(before).filter((one) => one.method === "POST");
    expect(calls.map((one) => one.idempotencyKey)).toEqual([calls[0]!.idempotencyKey, calls[0]!.idempotencyKey]);
    expect(stripe.account.session(externalId).status).toBe("open");
  });

  test("that takes longer than somebody waits is tried once, and found when it is asked for again", async () => {
    const hurried = stripeProvider(stripe.keys, { clock, budgetMs: 200 });
    const request = attempt();
    const key = `cs:${request.bookingId}:1`;
    const tries = () => stripe.requests.filter((one) => one.idempotencyKey === key).length;
    stripe.failures.isSlow(400);
    await expect(hurried.createAttempt(request)).rejects.toThrow();
    expect(tries()).toBe(1);
    stripe.failures.ends();
    const again = () => provider.createAttempt(request).catch(() => null);
    const found = await vi.waitUntil(again, { timeout: 20_000 });
    expect(stripe.account.listSessions().filter((one) => one.client_reference_id === request.bookingId)).toMatchObject([
      { id: found.externalId },
    ]);
  });

  test("that fails until its time is over is given up then, whatever tries are left", async () => {
    const hurried = stripeProvider(stripe.keys, { clock, budgetMs: 200 });
    stripe.failures.fails(3, 503);
    await expect(hurried.createAttempt(attempt())).rejects.toThrow();
    stripe.failures.ends();
    expect(await open()).toMatch(/^cs_test_/);
  });

  test.each([
    ["three failures in a row", () => stripe.failures.fails(3, 503)],
    ["too many requests", () => stripe.failures.fails(1, 429)],
  ])("throws after %s", async (_, happens) => {
    happens();
    await expect(open()).rejects.toThrow();
  });

  test("is refused for what Stripe doesn't take: it throws, nothing is opened", async () => {
    await expect(open({ money: { amount: 900, currency: "MXN" } })).rejects.toThrow("at least 50 cents");
    await expect(open({ method: "paypal" })).rejects.toThrow("paypal is not paid here");
    await expect(open({ method: "oxxo", money: { amount: 9000, currency: "USD" } })).rejects.toThrow(
      "No valid payment",
    );
  });

  test("a page that could be open for less than half an hour is open for that long", async () => {
    const short = await open({ expiresAt: later(2) });
    expect(stripe.account.session(short).expires_at * 1000).toBe(later(35).getTime());
    const whole = await open({ expiresAt: later(30) });
    expect(stripe.account.session(whole).expires_at * 1000).toBe(later(31).getTime());
  });
});

describe("how an attempt stands", () => {
  test("open, also after a decline, then paid with what was charged", async () => {
    const id = await open({ money: { amount: 4550, currency: "EUR" } });
    expect(await provider.fetchState(id)).toEqual({ status: "open" });
    stripe.account.declines(id, "insufficient_funds");
    expect(await provider.fetchState(id)).toEqual({ status: "open" });
    stripe.account.pays(id);
    const chargeId = stripe.account.session(id).payment_intent;
    expect(chargeId).toMatch(/^pi_/);
    expect(await provider.fetchState(id)).toEqual({
      status: "paid",
      money: { amount: 4550, currency: "EUR" },
      chargeId,
    });
  });

  test("another amount or currency is told as it is", async () => {
    const id = await open();
    stripe.account.pays(id, { amount: 89_900, currency: "usd" });
    expect(await provider.fetchState(id)).toMatchObject({ status: "paid", money: { amount: 89_900, currency: "USD" } });
  });

  test("a voucher is pending until its end, then paid or failed", async () => {
    const over = { method: "oxxo", expiresAt: later(3 * 24 * 60) } as const;
    const id = await open(over);
    stripe.account.takesVoucher(id);
    expect(await provider.fetchState(id)).toEqual({
      status: "pending",
      until: later(2 * 24 * 60),
      voucherUrl: expect.stringMatching(/\/voucher\/\w+$/) as string,
    });
    stripe.account.voucherIsPaid(id);
    expect(await provider.fetchState(id)).toMatchObject({ status: "paid", money: { amount: 90_000, currency: "MXN" } });
    const lapsed = await open(over);
    stripe.account.takesVoucher(lapsed);
    stripe.account.voucherLapses(lapsed);
    expect(await provider.fetchState(lapsed)).toEqual({
      status: "failed",
      reason: "payment_intent_payment_attempt_expired",
    });
  });

  test("time over is expired; who asks for nothing known gets an error, not a state", async () => {
    const id = await open();
    time.now = later(31);
    expect(await provider.fetchState(id)).toEqual({ status: "expired", reason: "expired" });
    await expect(provider.fetchState("cs_test_nobody")).rejects.toThrow("No such checkout.session");
    await expect(provider.expire("cs_test_nobody")).rejects.toThrow("No such checkout.session");
  });

  test("closing ends what is open and nothing else, and says how it is afterwards", async () => {
    const id = await open();
    expect(await provider.expire(id)).toEqual({ status: "expired", reason: "expired" });
    expect(await provider.expire(id)).toEqual({ status: "expired", reason: "expired" });
    const done = await paid();
    expect(await provider.expire(done.externalId)).toMatchObject({ status: "paid", chargeId: done.chargeId });
    const voucher = await open({ method: "oxxo" });
    stripe.account.takesVoucher(voucher);
    expect(await provider.expire(voucher)).toMatchObject({ status: "pending" });
  });

  test("trouble throws, so that nobody takes it for an answer", async () => {
    const id = await open();
    stripe.failures.fails(3, 500);
    await expect(provider.fetchState(id)).rejects.toThrow();
    stripe.failures.fails(3, 500);
    await expect(provider.expire(id)).rejects.toThrow();
    const stranger = stripeProvider({ ...stripe.keys, secretKey: "sk_test_another" }, { clock });
    await expect(stranger.fetchState(id)).rejects.toThrow("Invalid API Key");
  });
});

describe("giving money back", () => {
  test("part of it, then the rest, by the charge's name or the session's alone", async () => {
    const charge = await paid();
    const part = await provider.refund(wish(charge));
    expect(part).toMatchObject({ status: "succeeded", externalId: expect.stringMatching(/^re_/) });
    const rest = wish({ ...charge, chargeId: null }, { money: { amount: 50_000, currency: "MXN" } });
    expect(await provider.refund(rest)).toMatchObject({ status: "succeeded" });
    expect(stripe.account.listRefunds({ payment_intent: charge.chargeId! }).map((one) => one.amount)).toEqual([
      50_000, 40_000,
    ]);
  });

  test("asked again under the same id it is one refund, told as it is now", async () => {
    const charge = await paid();
    stripe.account.refunding.becomes = "pending";
    const request = wish(charge);
    const first = await provider.refund(request);
    expect(first).toEqual({ status: "submitted", externalId: expect.any(String) });
    const { id } = stripe.account.listRefunds({ payment_intent: charge.chargeId! })[0]!;
    stripe.account.refundBecomes(id, "failed");
    expect(await provider.refund(request)).toEqual({ status: "failed", reason: "expired_or_canceled_card" });
    expect(stripe.account.listRefunds({ payment_intent: charge.chargeId! })).toHaveLength(1);
  });

  test("an answer that got lost is found by the next try, also when Stripe has forgotten the key", async () => {
    const charge = await paid();
    const request = wish(charge);
    stripe.failures.loses(3, /refunds/);
    await expect(provider.refund(request)).rejects.toThrow();
    time.now = later(25 * 60);
    expect(await provider.refund({ ...request, askedBefore: NOON })).toMatchObject({ status: "succeeded" });
    expect(stripe.account.listRefunds({ payment_intent: charge.chargeId! })).toHaveLength(1);
  });

  test("a failure that Stripe keeps under the key doesn't hide that the refund was made", async () => {
    const charge = await paid();
    stripe.failures.spoils(1, /refunds/);
    const request = wish(charge);
    expect(await provider.refund(request)).toMatchObject({ status: "succeeded" });
    expect(await provider.refund(request)).toMatchObject({ status: "succeeded" });
    expect(stripe.account.listRefunds({ payment_intent: charge.chargeId! })).toHaveLength(1);
  });

  test("without looking first, a forgotten key would pay twice", async () => {
    const charge = await paid();
    const request = wish(charge);
    await provider.refund(request);
    time.now = later(25 * 60);
    await provider.refund(request); // as if the time of the first request were unknown
    expect(stripe.account.listRefunds({ payment_intent: charge.chargeId! })).toHaveLength(2);
  });

  test("one that waits for the balance says so and goes through later", async () => {
    const charge = await paid();
    stripe.account.refunding.becomes = "insufficient_funds";
    const request = wish(charge);
    const waiting = await provider.refund(request);
    expect(waiting).toMatchObject({ status: "submitted", waits: "balance" });
    stripe.account.refundBecomes((waiting as { externalId: string }).externalId, "succeeded");
    expect(await provider.refund(request)).toMatchObject({ status: "succeeded" });
  });

  test("more than there is, what is refunded already, disputed, too old or paid in cash is refused with its reason", async () => {
    const charge = await paid();
    expect(await provider.refund(wish(charge, { money: { amount: 90_001, currency: "MXN" } }))).toEqual({
      status: "failed",
      reason: "StripeInvalidRequestError",
    });
    await provider.refund(wish(charge, { money: { amount: 90_000, currency: "MXN" } }));
    expect(await provider.refund(wish(charge))).toEqual({ status: "failed", reason: "charge_already_refunded" });
    const disputed = await paid();
    stripe.account.isDisputed(disputed.chargeId!);
    expect(await provider.refund(wish(disputed))).toEqual({ status: "failed", reason: "charge_disputed" });
    const cash = await open({ method: "oxxo" });
    stripe.account.takesVoucher(cash);
    stripe.account.voucherIsPaid(cash);
    expect(await provider.refund(wish({ externalId: cash, chargeId: null }))).toEqual({
      status: "manual",
      reason: "charge_not_refundable",
    });
    expect(await provider.refund(wish({ externalId: await open(), chargeId: null }))).toEqual({
      status: "failed",
      reason: "not_paid",
    });
  });

  test.each([
    ["an error of theirs", () => stripe.failures.fails(3, 500)],
    ["too many requests", () => stripe.failures.fails(1, 429)],
    ["a key in use", () => stripe.failures.fails(3, 409)],
  ])("after %s it throws, for the refund may or may not have been made", async (_, happens) => {
    const charge = await paid();
    happens();
    await expect(provider.refund(wish(charge))).rejects.toThrow();
  });
});

test("with three of ten calls failing, forty refunds are made, none twice, and they sum to what was charged", async () => {
  const charges = await Promise.all(Array.from({ length: 40 }, () => paid()));
  stripe.failures.often(0.3, [
    { kind: "refused", status: 500 },
    { kind: "refused", status: 429 },
    { kind: "lost", status: 0, only: /refunds/ },
  ]);
  let failures = 0;
  const untilAnswered = async (request: RefundWish, tries = 20): Promise<unknown> =>
    provider.refund(request).catch((error: Error) => {
      failures++;
      if (tries === 0) throw error;
      return untilAnswered(request, tries - 1);
    });
  const whole = { money: { amount: 90_000, currency: "MXN" } } as const;
  const answers = await Promise.all(charges.map((charge) => untilAnswered(wish(charge, whole))));
  stripe.failures.ends();
  expect(failures).toBeGreaterThan(0); // otherwise nothing was tested here
  expect(answers).toEqual(charges.map(() => expect.objectContaining({ status: "succeeded" })));
  for (const { chargeId } of charges)
    expect(stripe.account.listRefunds({ payment_intent: chargeId! }).map((one) => one.amount)).toEqual([90_000]);
});

test("a Stripe that never answers is given up by the guard, and found well again", async () => {
  const guarded = guardProvider(provider, { timeoutMs: 300 });
  const request = attempt();
  stripe.failures.ignores(1);
  await expect(guarded.createAttempt(request)).rejects.toThrow("did not answer in 300 ms");
  const { externalId } = await guarded.createAttempt(request);
  expect(stripe.account.session(externalId).status).toBe("open");
});

test("refused calls don't make the guard leave Stripe alone", async () => {
  const guarded = guardProvider(provider);
  for (let i = 0; i < 10; i++) {
    await expect(guarded.createAttempt(attempt({ method: "paypal" }))).rejects.toThrow("is not paid here");
    await expect(guarded.createAttempt(attempt({ money: { amount: 1, currency: "MXN" } }))).rejects.toThrow("50 cents");
  }
  expect(await guarded.createAttempt(attempt())).toMatchObject({ externalId: expect.any(String) });
});

describe("what else happened there", () => {
  test("lists every refund, also those made in the dashboard", async () => {
    const charge = await paid();
    const ours = wish(charge);
    await provider.refund(ours);
    stripe.account.createRefund({ payment_intent: charge.chargeId!, amount: 10_000, metadata: {}, expand: [] });
    expect(await provider.listRefunds(charge)).toEqual([
      {
        externalId: expect.any(String),
        refundId: null,
        money: { amount: 10_000, currency: "MXN" },
        status: "succeeded",
      },
      { externalId: expect.any(String), refundId: ours.refundId, money: ours.money, status: "succeeded" },
    ]);
    expect(await provider.listRefunds({ externalId: await open(), chargeId: null })).toEqual([]);
  });

  test("tells how a dispute stands", async () => {
    const { chargeId } = await paid();
    const { id } = stripe.account.isDisputed(chargeId!);
    const money = { amount: 90_000, currency: "MXN" };
    expect(await provider.fetchDispute(id)).toEqual({ state: "open", money, reason: "fraudulent" });
    stripe.account.disputeBecomes(id, "under_review");
    expect(await provider.fetchDispute(id)).toMatchObject({ state: "open" });
    stripe.account.disputeBecomes(id, "lost");
    expect(await provider.fetchDispute(id)).toMatchObject({ state: "lost" });
  });

  test("says with which payout a charge went to the bank, of its own payouts that weren't stopped", async () => {
    time.now = later(30_000);
    const sent = Array.from({ length: 120 }, () => attempt());
    for (const one of sent) stripe.account.pays((await provider.createAttempt(one)).externalId);
    const intents = stripe.account
      .listCharges({})
      .slice(0, 120)
      .map((charge) => charge.payment_intent);
    const payout = stripe.account.paysOut(intents);
    stripe.account.paysOut([intents[0]!], { automatic: false });
    for (const status of ["failed", "canceled"] as const) stripe.account.paysOut([intents[0]!], { status });
    time.now = later(30_060);
    stripe.account.paysOut([]);
    const arrives = later(30_000 + 2 * 24 * 60)
      .toISOString()
      .slice(0, 10);
    expect(await provider.listPayouts!(later(30_000), later(30_060))).toEqual([{ id: payout.id, arrives }]);
    expect((await provider.chargesOfPayout!(payout.id)).toSorted()).toEqual(intents.toSorted());
  });

  test("lists what moved in a time, page by page, and nothing from before or after", async () => {
    time.now = later(-10);
    await paid();
    time.now = later(10_000);
    const request = Array.from({ length: 120 }, () => attempt());
    for (const one of request) stripe.account.pays((await provider.createAttempt(one)).externalId);
    const refunded = { externalId: "", chargeId: stripe.account.listCharges({})[0]!.payment_intent };
    const back = await provider.refund(wish(refunded));
    time.now = later(10_060);
    await paid();
    const moved = await provider.listMovements(later(10_000), later(10_060));
    const charges = moved.filter((one) => one.kind === "charge");
    expect(charges).toHaveLength(120);
    expect(new Set(charges.map((one) => one.paymentId))).toEqual(new Set(request.map((one) => one.paymentId)));
    // 3.6 % and 3 pesos stay with Stripe
    const [money, fee] = [90_000, 3_540].map((amount) => ({ amount, currency: "MXN" }));
    expect(charges[0]).toMatchObject({ money, fee, at: later(10_000) });
    expect(moved.filter((one) => one.kind === "refund")).toEqual([
      {
        kind: "refund",
        externalId: (back as { externalId: string }).externalId,
        chargeId: refunded.chargeId,
        paymentId: null,
        money: { amount: 40_000, currency: "MXN" },
        at: later(10_000),
      },
    ]);
  });
});

const UNAVAILABLE = { getHeaders: () => ({}), getStatusCode: () => 503, getRawResponse: () => null };

/** Takes the thread until a time, as much work does. */
function blockUntil(end: number): void {
  while (performance.now() < end);
}

test.each([
  ["three times while there is time", 60_000, 0, [1, 2, 3]],
  ["no more once it is over", 1000, 1000, [1]],
])("what fails is tried %s", async (_, budgetMs, blockedMs, expected) => {
  const timeouts: number[] = [];
  const client = {
    makeRequest: async (...request: unknown[]) => {
      timeouts.push(request.at(-1) as number);
      if (blockedMs > 0) setImmediate(blockUntil, performance.now() + blockedMs);
      return UNAVAILABLE;
    },
  } as unknown as Parameters<typeof withinBudget>[0];
  const { makeRequest } = withinBudget(client);
  const answer = makeRequest("api.test", "443", "/v1/refunds", "POST", {}, "", "https", budgetMs);
  await (blockedMs > 0 ? expect(answer).rejects.toThrow("no time is left") : expect(answer).resolves.toBe(UNAVAILABLE));
  expect(timeouts.map((_timeout, index) => index + 1)).toEqual(expected);
  expect(Math.min(...timeouts)).toBeGreaterThan(0);
});
