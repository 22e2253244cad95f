import { expect, test } from "vitest";
import { fieldsWithAddOns } from "#src/modules/sales/booking/rules/add-on-field.ts";
import { counterAddOns } from "#src/modules/sales/booking/rules/counter-add-ons.ts";

const ADD_ONS = [
  { id: "shirt", name: "T-shirt", prices: { MXN: 25_000, USD: 1400 }, most: 5, left: 3 },
  { id: "ride", name: "Ride", prices: { MXN: 9000, USD: 500 }, most: null, left: null },
];

test.each([
  ["none", {}, { people: 2, currency: "MXN" }, [], 0],
  ["some of both", { shirt: 1, ride: 2 }, { people: 2, currency: "MXN" }, [1, 2], 43_000],
  ["in another currency", { shirt: 1 }, { people: 2, currency: "USD" }, [1], 1400],
  ["no more than are left", { shirt: 5 }, { people: 2, currency: "MXN" }, [3], 75_000],
  ["no more than people once some leave", { ride: 3 }, { people: 1, currency: "MXN" }, [1], 9000],
] as const)("a counter's form has %s", (_, quantities, of, chosen, sum) => {
  const result = counterAddOns(ADD_ONS, quantities, of);
  expect([result.chosen.map(({ quantity }) => quantity), result.sum]).toEqual([chosen, sum]);
});

test.each([
  [[["people", "2"]], { people: "2" }],
  [
    [
      ["add_on:a", "2"],
      ["add_on:b", "0"],
      ["add_on:c", ""],
      ["way", "cash"],
    ],
    { way: "cash", add_ons: [{ id: "a", quantity: 2 }] },
  ],
  [[["add_on:a", "two"]], { add_ons: [{ id: "a", quantity: Number.NaN }] }],
] as [[string, string][], object][])("a form %j is read as %o", (form, fields) =>
  expect(fieldsWithAddOns(form)).toEqual(fields),
);
