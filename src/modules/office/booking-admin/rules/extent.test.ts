import { expect, test } from "vitest";
import type { Currency, Money } from "#src/kernel/money.ts";
import { extentOf } from "#src/modules/office/booking-admin/rules/extent.ts";

const of = (amount: number, currency: Currency = "MXN"): Money => ({ amount, currency });
const row = (over: Partial<Parameters<typeof extentOf>[0][number]>) => ({
  state: "confirmed" as const,
  people: 2,
  total: of(80_000),
  givenBack: of(0),
  taken: of(0),
  isMoney: true,
  ...over,
});

test("a selection counts people of live bookings, and money by state and currency", () => {
  const rows = [
    row({}),
    row({ total: of(4500, "USD"), givenBack: of(500, "USD") }),
    row({ state: "hold", total: of(30_000) }),
    row({ state: "cancelled", givenBack: of(7000) }),
    row({ taken: of(800) }),
  ];
  expect(extentOf(rows)).toEqual({
    count: 5,
    exact: true,
    people: 8,
    money: {
      confirmed: [of(160_000), of(4500, "USD")],
      waiting: [of(30_000)],
      back: [of(500, "USD"), of(7000)],
      taken: [of(800)],
    },
  });
});

test("money of practice is none beside real money, its rows and people stay", () => {
  const practice = [
    row({ isMoney: false }),
    row({ isMoney: false, state: "hold" }),
    row({ isMoney: false, givenBack: of(100) }),
  ];
  expect(extentOf([row({ total: of(100) }), ...practice])).toEqual({
    count: 4,
    exact: true,
    people: 8,
    money: { confirmed: [of(100)], waiting: [], back: [], taken: [] },
  });
});
