import fc from "fast-check";
import { expect, test } from "vitest";
import { billAtDoor, cashStep, changeOf, inCash } from "#src/modules/evening/till/rules/cash.ts";

test.each([
  ["whole pesos already", 80_000, 100, 80_000],
  ["just below the half", 80_049, 100, 80_000],
  ["the half goes up", 80_050, 100, 80_100],
  ["to five pesos, down", 80_200, 500, 80_000],
  ["to five pesos, half up", 80_250, 500, 80_500],
  ["to fifty centavos", 80_026, 50, 80_050],
  ["no rounding", 80_026, 1, 80_026],
  ["never for nothing", 20, 100, 100],
])("%s", (_, due, step, expected) => expect(inCash(due, step)).toBe(expected));

test.each([
  ["cash, in coins", 80_026, 0, "cash", { rest: 80_026, due: 80_050, isTaken: true, isPaidHere: true }],
  ["a card, to the centavo", 80_026, 0, "terminal", { rest: 80_026, due: 80_026, isTaken: true, isPaidHere: true }],
  ["their own phone, later", 80_000, 0, "link", { rest: 80_000, due: 80_000, isTaken: true, isPaidHere: false }],
  ["cash beside a code", 80_000, 30_000, "cash", { rest: 50_000, due: 50_000, isTaken: true, isPaidHere: true }],
  // a seller without a till has no other way than the link, and nothing is asked
  ["a code alone, without a till", 80_000, 80_000, "link", { rest: 0, due: 0, isTaken: false, isPaidHere: true }],
  ["a code alone, without a coin more", 80_000, 80_000, "cash", { rest: 0, due: 0, isTaken: false, isPaidHere: true }],
  ["no price", null, 0, "cash", { rest: null, due: null, isTaken: true, isPaidHere: true }],
] as const)("a sale is paid by %s", (_, total, pays, way, bill) =>
  expect(billAtDoor({ total, pays, way, step: 50 })).toEqual(bill),
);

test("pesos follow the setting, everything else is whole units", () => {
  expect(cashStep("MXN", 500)).toBe(500);
  expect(cashStep("USD", 500)).toBe(100);
});

test("cash is a whole number of coins, within half a step of what is due, and the difference is all that is booked", () => {
  const dues = fc.array(fc.integer({ min: 1000, max: 5_000_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(dues, fc.constantFrom(1, 10, 50, 100, 500, 1000), (amounts, step) => {
      const cash = amounts.map((due) => inCash(due, step));
      for (const [i, result] of cash.entries()) {
        expect(result % step).toBe(0);
        expect(Math.abs(result - amounts[i]!) * 2).toBeLessThanOrEqual(step);
      }
      const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
      expect(sum(cash)).toBe(sum(amounts) + sum(cash.map((expected, i) => expected - amounts[i]!)));
    }),
  );
});

test.each([
  [100_000, 80_000, 20_000],
  [80_000, 80_000, 0],
  [50_000, 80_000, null],
])("of %i for %i goes back %s", (input, due, back) => expect(changeOf(input, due)).toBe(back));
