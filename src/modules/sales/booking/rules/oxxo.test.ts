import { expect, test } from "vitest";
import { takesOxxo } from "#src/modules/sales/booking/rules/oxxo.ts";

const now = new Date("2026-11-20T18:00:00Z");
const departure = { starts_at: new Date("2026-11-25T18:00:00Z"), total_spots: 40, voucher_people: 0 };
const bill = { amount_minor: 80_000, currency: "MXN" as const, people: 2 };

test.each([
  ["in pesos, five days before", {}, {}, true],
  ["a second later than that", {}, { starts_at: new Date("2026-11-25T17:59:59Z") }, false],
  ["in another currency", { currency: "USD" }, {}, false],
  ["of MX$10", { amount_minor: 1000 }, {}, true],
  ["of less", { amount_minor: 999 }, {}, false],
  ["of MX$10,000", { amount_minor: 1_000_000 }, {}, true],
  ["of more", { amount_minor: 1_000_001 }, {}, false],
  ["that fills a fifth of the seats", {}, { voucher_people: 6 }, true],
  ["that takes more than a fifth", {}, { voucher_people: 7 }, false],
  ["of a departure so small that a fifth is less than one", { people: 1 }, { total_spots: 4 }, false],
] as const)("a bill %s may be paid at OXXO: %s", (_, b, n, expected) => {
  expect(takesOxxo(true, { ...bill, ...b }, { ...departure, ...n }, now)).toBe(expected);
});

test("nothing may while it is switched off", () => {
  expect(takesOxxo(false, bill, departure, now)).toBe(false);
});
