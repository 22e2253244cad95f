import fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCIES, type Money } from "#src/kernel/money.ts";
import {
  ANYBODY,
  isForAnybody,
  isForParty,
  lastDayToBook,
  lowestPrice,
  ownRuleOn,
  partySizes,
  type PricedNight,
  type PriceRule,
  reducedBy,
  rulesFor,
} from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { ruleOf } from "#tests/price-rule.ts";

const RATES = { USD: 1, MXN: 20, EUR: 0.92, GBP: 0.79, CAD: 1.37 } as const;
const mxn = (amount: number): Money => ({ amount, currency: "MXN" });

/** A Saturday, seen twelve days before. */
const NIGHT: PricedNight = {
  crawl_id: "c",
  city_id: "mexico-city",
  date: "2026-12-12",
  today: "2026-11-30",
  left: 6,
  guest: ANYBODY,
};

test.each<[string, Partial<PriceRule>, boolean]>([
  ["without conditions", {}, true],
  ["of the city", { city_id: "mexico-city" }, true],
  ["of another city", { city_id: "oaxaca" }, false],
  ["of the crawl", { crawl_id: "c" }, true],
  ["of another crawl", { crawl_id: "d" }, false],
  ["at least twelve days before", { days_from: 12 }, true],
  ["at least thirteen days before", { days_from: 13 }, false],
  ["at most twelve days before", { days_to: 12 }, true],
  ["at most eleven days before", { days_to: 11 }, false],
  ["from that night on", { date_from: "2026-12-12" }, true],
  ["from the next night on", { date_from: "2026-12-13" }, false],
  ["until that night", { date_to: "2026-12-12" }, true],
  ["until the night before", { date_to: "2026-12-11" }, false],
  ["on Saturdays", { weekdays: [6] }, true],
  ["on other days", { weekdays: [1, 2, 3, 4, 5, 7] }, false],
  ["for parties of four", { people_from: 4, people_to: 4 }, true],
  ["for five and more", { people_from: 5 }, false],
  ["for three at most", { people_to: 3 }, false],
  ["for the last six places", { places_left: 6 }, true],
  ["for the last five places", { places_left: 5 }, false],
])("a rule %s for four people on that night: %o %s", (_, over, applies) => {
  expect(rulesFor([ruleOf(over)], NIGHT, 4)).toHaveLength(applies ? 1 : 0);
});

test.each<[string, Partial<PriceRule>, Partial<PricedNight["guest"]>, boolean]>([
  ["of a partner, of somebody who isn't known", { partner_id: "hostel" }, {}, false],
  ["of a partner, of its guest", { partner_id: "hostel" }, { partner_id: "hostel" }, true],
  ["of a partner, of another's guest", { partner_id: "hostel" }, { partner_id: "bar" }, false],
  ["for a second night, of somebody without another", { nights_from: 2, nights_days: 30 }, {}, false],
  [
    "for a second night, a month after the first",
    { nights_from: 2, nights_days: 30 },
    { nights: ["2026-11-12"] },
    true,
  ],
  ["for a second night, later than that", { nights_from: 2, nights_days: 30 }, { nights: ["2026-11-11"] }, false],
  ["for a second night, before the first", { nights_from: 2, nights_days: 30 }, { nights: ["2027-01-11"] }, true],
  [
    "for a second night, of a guest of that very night",
    { nights_from: 2, nights_days: 30 },
    { nights: ["2026-12-12"] },
    false,
  ],
  [
    "for a third night, of two bookings of one",
    { nights_from: 3, nights_days: 30 },
    { nights: ["2026-12-11", "2026-12-11"] },
    false,
  ],
])("a rule %s: %o %o %s", (_, over, guest, applies) => {
  const night = { ...NIGHT, guest: { ...ANYBODY, ...guest } };
  expect(rulesFor([ruleOf(over)], night, 4)).toHaveLength(applies ? 1 : 0);
  expect(isForAnybody(ruleOf(over))).toBe(false);
});

test("the day of Sunday is the seventh, and nothing is left of a full night", () => {
  expect(rulesFor([ruleOf({ weekdays: [7] })], { ...NIGHT, date: "2026-12-13" }, 1)).toHaveLength(1);
  expect(rulesFor([ruleOf({ places_left: 5 })], { ...NIGHT, left: 0 }, 1)).toHaveLength(0);
});

test.each<[string, Partial<PriceRule>, boolean]>([
  ["no sizes", {}, true],
  ["one and more", { people_from: 1 }, true],
  ["two and more", { people_from: 2 }, false],
  ["any size up to ten", { people_to: 10 }, false],
])("a rule for %s is one for a party of any size: %o %s", (_, over, isForAny) =>
  expect(isForParty(ruleOf(over), null)).toBe(isForAny),
);

test.each<[string, Partial<PriceRule>, Money, number]>([
  ["a percentage, rounded once", { percent: 15 }, mxn(33_333), 28_333],
  ["an amount in pesos", { percent: null, amount: 5000, currency: "MXN" }, mxn(40_000), 35_000],
  ["an amount in dollars, at the rate", { percent: null, amount: 250, currency: "USD" }, mxn(40_000), 35_000],
  ["more than the price", { percent: null, amount: 50_000, currency: "MXN" }, mxn(40_000), 0],
  ["all of it", { percent: 100 }, mxn(40_000), 0],
])("takes off %s", (_, over, price, left) => expect(reducedBy(ruleOf(over), price, RATES)).toEqual(mxn(left)));

test("the lowest of the sale and the rules applies, the first of two alike, and they don't add up", () => {
  const [first, second] = [ruleOf({ id: "1", percent: 20 }), ruleOf({ id: "2", percent: 20 })];
  const at = (now: number, rules: PriceRule[]) => {
    const { price, rule } = lowestPrice({ now: mxn(now), regular: mxn(40_000) }, rules, RATES);
    return [price.amount, rule?.id ?? null];
  };
  expect(at(36_000, [ruleOf({ id: "0", percent: 15 }), first, second])).toEqual([32_000, "1"]);
  expect(at(30_000, [first])).toEqual([30_000, null]);
  expect(at(32_000, [first])).toEqual([32_000, null]);
});

const money = (currency: (typeof CURRENCIES)[number]) =>
  fc.integer({ min: 0, max: 1_000_000 }).map((amount): Money => ({ amount, currency }));
const effects = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((percent) => ({ percent, amount: null, currency: null })),
  fc
    .tuple(fc.integer({ min: 1, max: 500_000 }), fc.constantFrom(...CURRENCIES))
    .map(([amount, currency]) => ({ percent: null, amount, currency })),
);

test("no rule makes a price higher than it is, or negative, in any currency", () => {
  const choice = fc
    .constantFrom(...CURRENCIES)
    .chain((currency) => fc.tuple(money(currency), money(currency), fc.array(effects, { maxLength: 4 })));
  fc.assert(
    fc.property(choice, ([regular, sale, terms]) => {
      const now = sale.amount < regular.amount ? sale : regular;
      const rules = terms.map((effect, n) => ruleOf({ ...effect, id: String(n) }));
      const { price, rule } = lowestPrice({ now, regular }, rules, RATES);
      expect(Number.isInteger(price.amount) && price.amount >= 0 && price.amount <= now.amount).toBe(true);
      expect(rule === null).toBe(price.amount === now.amount);
      for (const one of rules) expect(price.amount).toBeLessThanOrEqual(reducedBy(one, regular, RATES).amount);
    }),
  );
});

test("sizes from which the price may be another are those at which a rule begins or has ended", () => {
  const rules = [
    ruleOf({ people_from: 8 }),
    ruleOf({ people_from: 4, people_to: 7 }),
    ruleOf({ people_from: 15, places_left: 2 }),
    ruleOf({ people_from: 30 }),
    ruleOf(),
  ];
  expect(partySizes(rules, NIGHT, 20)).toEqual([4, 8]);
});

test("the last day to book is so many days before the night, over the end of a month", () => {
  expect(lastDayToBook(ruleOf({ days_from: 14 }), "2026-12-12")).toBe("2026-11-28");
  expect(lastDayToBook(ruleOf({ days_from: 0 }), "2026-12-12")).toBeNull();
  expect(lastDayToBook(ruleOf(), "2026-12-12")).toBeNull();
});

test.each<[string, Partial<PriceRule>, boolean]>([
  ["an early bird", { days_from: 30 }, true],
  ["a group's", { people_from: 8 }, true],
  ["one of Saturdays", { weekdays: [6] }, true],
  ["one of Thursdays", { weekdays: [4] }, false],
  ["one of another crawl", { crawl_id: "d" }, false],
  ["one of last places", { places_left: 6 }, false],
])("%s goes along to another night: %o %s", (_, over, goes) => {
  const rule = ruleOf(over);
  expect(ownRuleOn(rule, NIGHT)).toBe(goes ? rule : null);
});
