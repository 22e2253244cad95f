import fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCIES, type Currency, type Money } from "#src/kernel/money.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { gapOf, sayWhy } from "#src/locales/why.ts";
import { bestQuote, soldByStaff } from "#src/modules/sales/booking/rules/quote.ts";
import { unequal, whyBooked, whyPesos, whyQuoted, whyToPay } from "#src/modules/sales/booking/rules/why-price.ts";
import type { Coupon } from "#src/modules/sales/coupons/rules/discount.ts";
import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { ruleOf } from "#tests/price-rule.ts";
import { sourcedPrice } from "#src/modules/sales/schedule/rules/price.ts";

const rates = { USD: 1, MXN: 17.21, EUR: 0.92, GBP: 0.79, CAD: 1.37 } as const;
const couponOf = (terms: Partial<Coupon>): Coupon => ({
  id: "c",
  code: "LUNA10",
  discount_type: "percentage",
  value: 10,
  currency: "MXN",
  minimum_purchase: null,
  maximum_discount: null,
  start_date: null,
  expiry_date: null,
  usage_limit: null,
  most_per_guest: null,
  guest_uses: 0,
  city_id: null,
  crawl_id: null,
  is_active: true,
  uses: 0,
  ...terms,
});

type Wish = {
  price?: number | null;
  sale?: number | null;
  people?: number;
  currency?: Currency;
  coupon?: Coupon | null;
  rules?: readonly PriceRule[];
};

/** A night of a crawl at MX$400, and why a choice there costs what it does. */
function quoted({ price = null, sale = null, people = 2, currency = "MXN", coupon: entered = null, rules = [] }: Wish) {
  const night = { price, sale_price: sale, prices: {}, sale_prices: {} };
  const crawl = { price: 40_000, currency: "MXN", prices: {} };
  const { now, regular, source } = sourcedPrice(night, crawl, currency, rates);
  const { quote, coupon } = bestQuote({ price: now, regular, people, rates, coupon: entered }, rules);
  const unused = coupon ? null : (entered?.code ?? null);
  return { quote, why: whyQuoted({ quote, source, isEarlyBird: true, coupon, unused, rates, rateDay: "2026-11-27" }) };
}

const wordsOf = async (wish: Wish) => {
  const { steps, sum, version } = sayWhy(await i18nFor("en"), "Total", quoted(wish).why);
  return { steps: steps.map(({ text, amount }) => `${text} = ${amount}`), sum: sum?.amount ?? null, version };
};

test.each<[string, Wish, string[], string | null, string | null]>([
  ["the crawl's price", {}, ["2 places × MX$400, the crawl’s price = MX$800"], null, null],
  ["the night's own", { price: 45_000, people: 1 }, ["1 place × MX$450, this night’s own price = MX$450"], null, null],
  [
    "an early bird with a coupon",
    { sale: 32_000, coupon: couponOf({}) },
    ["2 places × MX$320, the early bird price instead of MX$400 = MX$640", "Code LUNA10: 10% off MX$640 = −MX$64"],
    "MX$576",
    null,
  ],
  [
    "a rule with a coupon",
    { rules: [ruleOf({ name: "Groups" })], coupon: couponOf({}) },
    ["2 places × MX$340, with “Groups” instead of MX$400 = MX$680", "Code LUNA10: 10% off MX$680 = −MX$68"],
    "MX$612",
    null,
  ],
  [
    "a rule that is better than a coupon",
    { rules: [ruleOf({ name: "Groups", with_codes: false })], coupon: couponOf({}) },
    [
      "2 places × MX$340, with “Groups” instead of MX$400 = MX$680",
      "Code LUNA10 isn’t used: it can’t be combined with “Groups”, which costs less = null",
    ],
    null,
    null,
  ],
  [
    "a coupon at its most",
    { coupon: couponOf({ value: 50, maximum_discount: 10_000 }) },
    ["2 places × MX$400, the crawl’s price = MX$800", "Code LUNA10: at most MX$100 off = −MX$100"],
    "MX$700",
    null,
  ],
  [
    "a remainder that nobody can charge",
    { coupon: couponOf({ value: 99 }) },
    [
      "2 places × MX$400, the crawl’s price = MX$800",
      "Code LUNA10: 99% off MX$800 = −MX$792",
      "Less than MX$10 can’t be charged, so it’s on us = −MX$8",
    ],
    "MX$0",
    null,
  ],
  [
    "another currency",
    { currency: "USD" },
    ["2 places × US$23.24, the crawl’s price = US$46.48"],
    null,
    "1 USD = 17.21 MXN, rate of November 27, 2026",
  ],
])("%s", async (_, wish, steps, sum, version) => {
  expect(await wordsOf(wish)).toEqual({ steps, sum, version });
});

const coupons = fc.option(
  fc.record({
    type: fc.constantFrom("percentage", "fixed_amount"),
    value: fc.integer({ min: 1, max: 100 }),
    most: fc.option(fc.integer({ min: 1, max: 50_000 })),
    currency: fc.constantFrom(...CURRENCIES),
  }),
);
const wishes = fc.record({
  price: fc.option(fc.integer({ min: 0, max: 200_000 })),
  sale: fc.option(fc.integer({ min: 0, max: 200_000 })),
  people: fc.integer({ min: 1, max: 30 }),
  currency: fc.constantFrom(...CURRENCIES),
  coupon: coupons,
});
const wishOf = ({ coupon, ...wish }: ReturnType<typeof wishes.generate>["value"]): Wish => ({
  ...wish,
  coupon:
    coupon &&
    couponOf({
      discount_type: coupon.type,
      value: coupon.type === "percentage" ? coupon.value : coupon.value * 500,
      maximum_discount: coupon.most,
      currency: coupon.currency,
    }),
});

test("the steps of any quote come to its total", () => {
  fc.assert(
    fc.property(wishes, (wish) => {
      const { why, quote } = quoted(wishOf(wish));
      expect(why.amount.amount).toBe(quote.total);
      expect(gapOf(why)).toBe(0);
    }),
  );
});

test("so do those of any booking, also at a total that staff agreed on", () => {
  const agreed = fc.option(fc.integer({ min: 0, max: 300_000 }));
  fc.assert(
    fc.property(wishes, agreed, fc.boolean(), (wish, total, inCash) => {
      const { coupon = null, ...rest } = wishOf(wish);
      const quote = soldByStaff(quoted({ ...rest, coupon }).quote, { total, inCash });
      const { currency, price_per_person: unit_price, subtotal, add_ons, discount, total: total_price } = quote;
      const why = whyBooked({
        currency,
        people: quote.number_of_people,
        amounts: { unit_price, subtotal, add_ons, discount, total_price },
        regular: null,
        isEarlyBird: false,
        rule: null,
        coupon,
        rates,
      });
      expect(gapOf(why)).toBe(0);
    }),
  );
});

test("a stored total that its parts don't make has a gap, which staff read and a guest finds as a step", async () => {
  const amounts = { unit_price: 40_000, subtotal: 80_000, add_ons: 0, discount: 0, total_price: 75_000 };
  const why = whyBooked({
    currency: "MXN",
    people: 2,
    amounts,
    regular: null,
    isEarlyBird: false,
    rule: null,
    coupon: null,
    rates,
  });
  expect(gapOf(why)).toBe(-5_000);
  const en = await i18nFor("en");
  expect(sayWhy(en, "Total", why, "staff").gap).toBe(
    "These steps come to MX$800, not MX$750. What is stored doesn’t explain −MX$50.",
  );
  expect(sayWhy(en, "Total", why)).toMatchObject({
    gap: null,
    steps: [{ amount: "MX$800" }, { text: "Adjusted by us", amount: "−MX$50" }],
    sum: { amount: "MX$750" },
  });
});

const usd = (amount: number): Money => ({ amount, currency: "USD" });

test("pesos name the rate that was kept, and credit is taken off what is to pay", async () => {
  const es = await i18nFor("es");
  const pesos = whyPesos(usd(4648), { amount: 80_000, currency: "MXN" }, { rate: 17.21, day: "2026-11-27" });
  expect(sayWhy(es, "Total", pesos)).toMatchObject({
    ask: "¿Por qué esta cantidad? Total: MX$800",
    version: "1 USD = 17.21 MXN, tipo de cambio del 27 de noviembre de 2026",
    gap: null,
  });
  const toPay = whyToPay(usd(4648), 1000);
  expect([toPay.amount.amount, gapOf(toPay)]).toEqual([3648, 0]);
});

test.each([
  ["an agreed total that doesn't divide", 43_333, 3, 130_000, "agreed"],
  ["prices of several days", 40_000, 3, 130_000, "mixed"],
  ["people times their price", 40_000, 2, 80_000, null],
])("%s", (_, unit, people, subtotal, why) => expect(unequal(unit, people, subtotal)).toBe(why));

test("a code that staff rounded to coins is a step of its own", () => {
  const amounts = { unit_price: 40_000, subtotal: 80_000, add_ons: 0, discount: 8_050, total_price: 71_950 };
  const of = { currency: "MXN", people: 2, regular: null, isEarlyBird: false, rule: null, rates } as const;
  const why = whyBooked({ ...of, amounts, coupon: couponOf({}) });
  expect(why.steps.map(({ text, adds }) => [text, adds])).toEqual([
    ["why.price.booked", 80_000],
    ["why.coupon.percent", -8_000],
    ["why.agreed", -50],
  ]);
});

test("a bill without credit has no step for it", () => {
  expect(whyToPay({ amount: 80_000, currency: "MXN" }, 0).steps.map(({ text }) => text)).not.toContain("why.credit");
});
