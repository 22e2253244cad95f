import { expect, test } from "vitest";
import { laterWays, takesSpei } from "#src/modules/sales/booking/rules/spei.ts";

const now = new Date("2026-11-20T18:00:00Z");
const departure = { starts_at: new Date("2026-11-23T18:00:00Z"), total_spots: 40, voucher_people: 0 };
const bill = { amount_minor: 80_000, currency: "MXN" as const, people: 2 };

test.each([
  ["in pesos, three days before", {}, {}, true],
  ["a second later than that", {}, { starts_at: new Date("2026-11-23T17:59:59Z") }, false],
  ["in another currency", { currency: "USD" }, {}, false],
  ["of MX$10", { amount_minor: 1000 }, {}, true],
  ["of less", { amount_minor: 999 }, {}, false],
  ["of more than OXXO takes", { amount_minor: 2_000_000 }, {}, true],
  ["that fills a fifth of the seats", {}, { voucher_people: 6 }, true],
  ["that takes more than a fifth", {}, { voucher_people: 7 }, false],
] as const)("a bill %s may be paid by transfer: %s", (_, b, n, expected) => {
  expect(takesSpei(true, { ...bill, ...b }, { ...departure, ...n }, now)).toBe(expected);
});

test.each([
  [false, false, []],
  [true, false, ["oxxo"]],
  [false, true, ["spei"]],
  [true, true, ["oxxo", "spei"]],
] as const)("with OXXO on: %s and transfers on: %s, %j are open", (oxxoEnabled, speiEnabled, ways) => {
  const early = { ...departure, starts_at: new Date("2026-12-20T18:00:00Z") };
  expect(laterWays({ oxxoEnabled, speiEnabled }, bill, early, now)).toEqual(ways);
});
