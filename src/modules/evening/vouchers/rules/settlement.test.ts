import { expect, test } from "vitest";
import { monthOf, settledNights } from "#src/modules/evening/vouchers/rules/settlement.ts";

test.each([
  ["2026-10", "2026-10"],
  ["2026-09", "2026-09"],
  ["2026-12", "2026-12"],
  ["2026-00", "2026-11"],
  ["2026-13", "2026-11"],
  ["1926-10", "2026-11"],
  ["2026-10-01", "2026-11"],
  ["x2026-10", "2026-11"],
  ["", "2026-11"],
  [null, "2026-11"],
])("%o is the month %s", (text, month) => expect(monthOf(text, "2026-11-20")).toBe(month));

const row = (over: Partial<Parameters<typeof settledNights>[0][number]>) => ({
  departure_id: "a",
  date: "2026-11-20",
  title: "Downtown",
  title_es: "Centro",
  price: 5000,
  currency: "MXN",
  redeemed: 2,
  ...over,
});

test("a bar is owed each night's drinks at their prices, and currencies are never added", () => {
  const rows = [
    row({}),
    row({ price: 7000, redeemed: 3 }),
    row({ price: 250, currency: "USD", redeemed: 1 }),
    row({ price: null, redeemed: 4 }),
    row({ departure_id: "b", date: "2026-11-21", title: "Rome", title_es: null, redeemed: 1 }),
    row({ departure_id: "c", date: "2026-11-22", price: 0, redeemed: 6 }),
    row({ departure_id: "d", date: "2026-11-23", price: null, redeemed: 3 }),
  ];
  expect(settledNights(rows, "es")).toEqual({
    nights: [
      {
        departureId: "a",
        date: "2026-11-20",
        crawl: "Centro",
        redeemed: 10,
        unpriced: 4,
        amounts: [
          { amount: 31_000, currency: "MXN" },
          { amount: 250, currency: "USD" },
        ],
      },
      {
        departureId: "b",
        date: "2026-11-21",
        crawl: "Rome",
        redeemed: 1,
        unpriced: 0,
        amounts: [{ amount: 5000, currency: "MXN" }],
      },
      // a drink that is free has a price, which is nothing
      {
        departureId: "c",
        date: "2026-11-22",
        crawl: "Centro",
        redeemed: 6,
        unpriced: 0,
        amounts: [{ amount: 0, currency: "MXN" }],
      },
      { departureId: "d", date: "2026-11-23", crawl: "Centro", redeemed: 3, unpriced: 3, amounts: [] },
    ],
    total: {
      redeemed: 20,
      unpriced: 7,
      amounts: [
        { amount: 36_000, currency: "MXN" },
        { amount: 250, currency: "USD" },
      ],
    },
  });
  expect(settledNights(rows, "en").nights[0]!.crawl).toBe("Downtown");
  expect(settledNights([], "en")).toEqual({ nights: [], total: { redeemed: 0, unpriced: 0, amounts: [] } });
});
