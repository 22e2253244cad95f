import { expect, test } from "vitest";
import { type AddOn, isOfferedWith, priceChosen } from "#src/modules/sales/add-ons/rules/price.ts";

const addOn = (over: Partial<AddOn> & { id: string }): AddOn => ({
  name: over.id,
  name_es: null,
  description: "",
  description_es: null,
  picture: null,
  city_id: null,
  crawl_id: null,
  only_on: null,
  price: 25_000,
  currency: "MXN",
  prices: {},
  most: null,
  stock: null,
  stock_per_night: true,
  ...over,
});
const offered = [addOn({ id: "ride" }), addOn({ id: "shirt", most: 4, prices: { USD: 1400 } })];
const of = (over: Partial<Parameters<typeof priceChosen>[1]> = {}) => ({
  offered,
  people: 2,
  currency: "MXN" as const,
  rates: { USD: 1, MXN: 20 } as const,
  ...over,
});
const one = (id: string, quantity: number) => [{ id, quantity }];

test.each([
  ["one for each person", one("ride", 2), of(), { amount: 50_000, per_person: true }],
  ["as many as a booking may have", one("shirt", 4), of(), { amount: 100_000, per_person: false }],
  ["at the price that is set for a currency", one("shirt", 3), of({ currency: "USD" }), { amount: 4200 }],
  ["else converted once, then multiplied", one("ride", 2), of({ currency: "USD" }), { amount: 2500 }],
  ["the last ones", one("shirt", 2), of({ left: new Map([["shirt", 2]]) }), { quantity: 2 }],
])("%s", (_, chosen, context, line) => expect(priceChosen(chosen, context)).toMatchObject({ ok: true, lines: [line] }));

test.each([
  ["what isn't offered", one("hat", 1), of(), "add_on_unknown", {}],
  ["the same twice", [...one("ride", 1), ...one("ride", 1)], of(), "add_on_unknown", {}],
  ["more than there are people", one("ride", 3), of(), "add_on_too_many", { max: 2 }],
  ["more than a booking may have", one("shirt", 5), of(), "add_on_too_many", { max: 4 }],
  ["more than are left", one("shirt", 2), of({ left: new Map([["shirt", 1]]) }), "add_on_sold_out", { left: 1 }],
])("%s is refused", (_, chosen, context, reason, more) =>
  expect(priceChosen(chosen, context)).toMatchObject({ ok: false, reason, ...more }),
);

test.each([
  ["everywhere", {}, true],
  ["in its city", { city_id: "mexico-city" }, true],
  ["not in another", { city_id: "oaxaca" }, false],
  ["with its crawl", { crawl_id: "a" }, true],
  ["not with another", { crawl_id: "b" }, false],
  ["on its date", { only_on: "2026-12-31", crawl_id: "a" }, true],
  ["not on another", { only_on: "2027-12-31" }, false],
])("an add-on is offered %s", (_, over, is) =>
  expect(
    isOfferedWith(addOn({ id: "ride", ...over }), { crawlId: "a", cityId: "mexico-city", date: "2026-12-31" }),
  ).toBe(is),
);
