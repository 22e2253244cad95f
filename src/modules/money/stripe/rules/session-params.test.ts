import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isPaidHere,
  PAGE_STEP,
  pageEnd,
  sessionParams,
  voucherDays,
} from "#src/modules/money/stripe/rules/session-params.ts";
import type { Attempt } from "#src/platform/payment-provider.server.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const seconds = (at: Date) => at.getTime() / 1000;

const attempt: Attempt = {
  paymentId: "p1",
  bookingId: "b1",
  reference: "RONDA-234567",
  site: "cdmx",
  attempt: 2,
  money: { amount: 123_450, currency: "MXN" },
  method: "card",
  installments: false,
  description: "Crawl · Fri, Nov 20 · RONDA-234567",
  customerEmail: "guest@ronda.test",
  locale: "en",
  expiresAt: after(1800),
  successUrl: "https://ronda.test/back",
  cancelUrl: "https://ronda.test/cancel",
};

test.each([
  ["a fresh hold of 31 minutes", 1800, 1860],
  ["the same, asked for again 30 s later", 1770, 1830],
  ["a hold that is nearly over", 60, 2100],
  ["one that is over", -60, 2100],
  ["a voucher's of three days", 3 * 86_400, 86_100],
])("the page for %s", (_, left, open) => {
  expect(pageEnd(after(left), NOW)).toBe(seconds(after(open)));
});

test("is open as long as Stripe allows, whatever the attempt's end", () =>
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 0, max: 999 }), (left, ms) => {
      const now = new Date(NOW.getTime() + ms);
      const open = pageEnd(after(left), now) - seconds(now);
      expect(open).toBeGreaterThanOrEqual(1800);
      expect(open).toBeLessThanOrEqual(86_400);
    }),
  ));

test("is the same for a retry, or the same as it was a step before", () =>
  fc.assert(
    fc.property(fc.integer({ min: -3600, max: 90_000 }), fc.integer({ min: 0, max: PAGE_STEP }), (left, wait) => {
      const first = pageEnd(after(left), NOW);
      const [again, before] = [0, PAGE_STEP].map((back) => pageEnd(after(left), new Date(NOW.getTime() + wait - back)));
      expect([again, before]).toContain(first);
    }),
  ));

// noon in Mexico City; a voucher is valid until 23:59 of its last day there
test.each([
  ["in an hour", 3600, 1],
  ["tomorrow at noon", 86_400, 1],
  ["tomorrow at the end of the day", 86_400 + 12 * 3600 - 60, 1],
  ["in three days at noon", 3 * 86_400, 2],
  ["in three days at the end of the day", 3 * 86_400 + 12 * 3600 - 60, 3],
  ["in a month", 30 * 86_400, 7],
])("a voucher for an attempt that ends %s is good for %i days", (_, left, days) => {
  expect(voucherDays(after(left), NOW)).toBe(days);
});

test.each([
  ["en", "en"],
  ["es", "es-419"],
] as const)("a guest who reads %s sees the page in %s", (locale, expected) => {
  expect(sessionParams({ ...attempt, locale }, NOW).locale).toBe(expected);
});

test.each([
  ["card", ["card", "link"]],
  ["apple_pay", ["card", "link"]],
  ["google_pay", ["card", "link"]],
  ["oxxo", ["oxxo"]],
  ["spei", ["customer_balance"]],
] as const)("%s is paid as %o, and which it was is noted", (method, types) => {
  const params = sessionParams({ ...attempt, method }, NOW);
  expect(params.allowed_payment_method_types).toEqual(types);
  expect(params.metadata).toMatchObject({ method, booking: "b1", attempt: "2", site: "cdmx", payment: "p1" });
  expect(params.payment_intent_data?.metadata).toMatchObject({ payment: "p1" });
});

test("months without interest are offered to cards alone, and only where they may be", () => {
  const options = (over: Partial<Attempt>) => sessionParams({ ...attempt, ...over }, NOW).payment_method_options;
  expect(options({})).toBeUndefined();
  expect(options({ installments: true })).toEqual({ card: { installments: { enabled: true } } });
  expect(options({ installments: true, method: "oxxo" })).not.toHaveProperty("card");
});

test("a transfer is waited for until two days after its page, and its payer is known", () => {
  const params = sessionParams({ ...attempt, method: "spei" }, NOW, "cus_1");
  expect(params).toMatchObject({ customer: "cus_1", metadata: { pay_by: String(seconds(after(1800 + 2 * 86_400))) } });
  expect(params).not.toHaveProperty("customer_email");
  expect(params.payment_method_options).toEqual({
    customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "mx_bank_transfer" } },
  });
  expect(sessionParams(attempt, NOW).metadata).not.toHaveProperty("pay_by");
});

test("the total is one line, in the currency's minor units", () => {
  expect(sessionParams(attempt, NOW).line_items).toEqual([
    {
      quantity: 1,
      price_data: { currency: "mxn", unit_amount: 123_450, product_data: { name: attempt.description } },
    },
  ]);
});

test.each([
  ["card", true],
  ["apple_pay", true],
  ["google_pay", true],
  ["oxxo", true],
  ["spei", true],
  ["paypal", false],
  ["free", false],
] as const)("%s is paid at Stripe: %s", (method, here) => {
  expect(isPaidHere(method)).toBe(here);
});

test("who left no email is asked for one there, as it refuses an empty one", () => {
  expect(sessionParams(attempt, NOW)).toHaveProperty("customer_email", "guest@ronda.test");
  expect(sessionParams({ ...attempt, customerEmail: "" }, NOW)).not.toHaveProperty("customer_email");
});
