import { expect, test } from "vitest";
import {
  addOnsAfter,
  addOnsWithFewer,
  lessOfAddOns,
  wishForAddOns,
  worthOfHandedOut,
} from "#src/modules/sales/booking/rules/add-ons.ts";

const ride = { id: "ride", quantity: 3, amount: 1000, per_person: true, redeemed: 0 };
const shirt = { id: "shirt", quantity: 3, amount: 7500, per_person: false, redeemed: 1 };

test.each([
  ["with as many people nothing changes", [ride, shirt], { people: 3, leaving: 0 }, [], 0],
  [
    "who leaves gives theirs back, at a share that adds up",
    [ride, shirt],
    { people: 2, leaving: 1 },
    [{ id: "ride", quantity: 2, amount: 667, per_person: true }],
    333,
  ],
  [
    "what was handed out stays",
    [{ ...ride, redeemed: 2 }],
    { people: 1, leaving: 2 },
    [{ id: "ride", quantity: 2, amount: 667, per_person: true }],
    333,
  ],
  ["nobody gives back what they haven't", [{ ...ride, quantity: 1, amount: 500 }], { people: 2, leaving: 1 }, [], 0],
  [
    "what was kept of who left before stays",
    [ride],
    { people: 1, leaving: 1 },
    [{ id: "ride", quantity: 2, amount: 667, per_person: true }],
    333,
  ],
])("%s", (_, lines, fewer, changes, less) => {
  expect(addOnsWithFewer(lines, fewer)).toEqual(changes);
  expect(lessOfAddOns(lines, fewer)).toBe(less);
});

test("what was handed out is worth its share of what all cost", () =>
  expect(worthOfHandedOut([{ ...ride, redeemed: 2 }, shirt])).toBe(667 + 2500));

const offered = [
  { id: "ride", most: null, price: 500 },
  { id: "shirt", most: 5, price: 3000 },
  { id: "meal", most: 2, price: 900 },
].map((one) => ({
  ...one,
  name: one.id,
  name_es: null,
  description: "",
  description_es: null,
  picture: null,
  city_id: null,
  crawl_id: null,
  only_on: null,
  currency: "MXN",
  prices: {},
  stock: null,
  stock_per_night: true,
}));
const wished = (wish: Record<string, number>, over: { byStaff?: boolean; left?: ReadonlyMap<string, number> } = {}) =>
  wishForAddOns(
    Object.entries(wish).map(([id, quantity]) => ({ id, quantity })),
    {
      has: [ride, shirt],
      byStaff: false,
      offered,
      people: 4,
      currency: "MXN",
      rates: { USD: 1, MXN: 20 },
      ...over,
    },
  );

test.each([
  ["more at the price of today", { shirt: 5 }, {}, [{ id: "shirt", quantity: 2, amount: 6000, per_person: false }]],
  ["what it hasn't yet", { meal: 2 }, {}, [{ id: "meal", quantity: 2, amount: 1800, per_person: false }]],
  [
    "only what changes, cheap as it is, by staff",
    { ride: 4, shirt: 3 },
    { byStaff: true },
    [{ id: "ride", quantity: 1, amount: 500, per_person: true }],
  ],
  [
    "fewer at their share, and more, by staff",
    { ride: 1, shirt: 4 },
    { byStaff: true },
    [
      { id: "ride", quantity: -2, amount: -666, per_person: true },
      { id: "shirt", quantity: 1, amount: 3000, per_person: false },
    ],
  ],
])("a booking's wish for other add-ons is %s", (_, wish, over, deltas) =>
  expect(wished(wish, over)).toEqual({ ok: true, deltas }),
);

test.each([
  ["that changes nothing", { ride: 3, meal: 0 }, {}, "add_ons_same", {}],
  ["of a guest for fewer", { ride: 2, meal: 1 }, {}, "add_ons_only_more", {}],
  ["for fewer than were handed out", { shirt: 0 }, { byStaff: true }, "add_on_handed_out", { left: 1 }],
  ["for more than a booking may have", { meal: 3 }, {}, "add_on_too_many", { max: 2 }],
  ["for one that isn't offered", { hat: 1 }, {}, "add_on_unknown", {}],
  [
    "of a guest for less than can be paid",
    { ride: 4 },
    {},
    "add_ons_too_cheap",
    { minimum: { amount: 1000, currency: "MXN" } },
  ],
  ["for more than there are", { shirt: 5 }, { left: new Map([["shirt", 4]]) }, "add_on_sold_out", { left: 4 }],
])("a wish %s is refused", (_, wish, over, reason, more) =>
  expect(wished(wish, over)).toMatchObject({ ok: false, reason, ...more }),
);

test.each([
  [
    "what it had and gets",
    [{ id: "ride", quantity: 1, amount: 500, per_person: true }],
    [{ quantity: 4, amount: 1500 }],
  ],
  ["what it hadn't", [{ id: "meal", quantity: 1, amount: 900, per_person: false }], [{ quantity: 1, amount: 900 }]],
  [
    "none of what all goes of",
    [{ id: "ride", quantity: -3, amount: -1000, per_person: true }],
    [{ quantity: 0, amount: 0 }],
  ],
])("after a change a booking has %s", (_, deltas, after) =>
  expect(addOnsAfter([ride, shirt], deltas)).toMatchObject(after),
);

test("a change that takes back what was handed out meanwhile can't be made", () =>
  expect(addOnsAfter([ride, shirt], [{ id: "shirt", quantity: -3, amount: -7500, per_person: false }])).toBeNull());
