import { expect, test } from "vitest";
import {
  instantsOf,
  receiptFilterOf,
  receiptsHref,
  refundOf,
  saleOf,
  sumsOf,
} from "#src/modules/books/invoices/rules/receipt-list.ts";
import { taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";

const now = new Date("2026-12-01T05:00:00Z");
test.each([
  ["", { period: "2026-11", of: "global", practice: false }],
  ["month=2026-02&of=all&practice=1", { period: "2026-02", of: "all", practice: true }],
  ["month=2026-02&day=2026-02-28", { period: "2026-02-28", of: "global", practice: false }],
  ["day=2026-02-31&month=2026-13&of=x", { period: "2026-11", of: "global", practice: false }],
])("%j is %o, also when it is written again", (query, filter) => {
  const read = receiptFilterOf(new URLSearchParams(query), now);
  expect(read).toEqual(filter);
  const { search } = new URL(receiptsHref("http://ronda.test/", read));
  expect(receiptFilterOf(new URLSearchParams(search), new Date("2027-01-20T00:00:00Z"))).toEqual(filter);
});

test.each([
  ["2026-11", "2026-11-01T06:00:00Z", "2026-12-01T06:00:00Z"],
  ["2026-12", "2026-12-01T06:00:00Z", "2027-01-01T06:00:00Z"],
  ["2026-11-20", "2026-11-20T06:00:00Z", "2026-11-21T06:00:00Z"],
])("%s lasts from %s until %s", (period, from, until) =>
  expect(instantsOf(period)).toEqual({ from: new Date(from), until: new Date(until) }),
);

const dollars = { amount: 4001, tax_percent: 16, tax_amount: taxWithin(4001, 16), pesos_amount: 73_333 };

test("what is given back in parts is the receipt in the end, to the cent, in both currencies", () => {
  for (const parts of [[4001], [1, 4000], [1333, 1334, 1334], Array.from({ length: 4001 }, () => 1)]) {
    let before = 0;
    const lines = [{ kind: "sale" as const, method: "card", currency: "USD" as const, ...saleOf(dollars) }];
    const refunds = parts.map((amount) => {
      const line = {
        kind: "refund" as const,
        method: "card",
        currency: "USD" as const,
        ...refundOf(dollars, amount, before),
      };
      before += amount;
      return line;
    });
    for (const { own } of refunds) expect(own.net + own.tax).toBe(own.total);
    const [sums] = sumsOf([...lines, ...refunds]);
    const nothing = { net: 0, tax: 0, total: 0 };
    expect([sums!.left, sums!.leftPesos]).toEqual([nothing, nothing]);
  }
});

test("currencies aren't added", () => {
  const pesos = { amount: 80_000, tax_percent: 16, tax_amount: 11_034, pesos_amount: 80_000 };
  const sums = sumsOf([
    { kind: "sale", method: "card", currency: "USD", ...saleOf(dollars) },
    { kind: "sale", method: "card", currency: "MXN", ...saleOf(pesos) },
    { kind: "refund", method: "card", currency: "MXN", ...refundOf(pesos, 30_000, 0) },
  ]);
  expect(sums).toMatchObject([
    {
      currency: "MXN",
      sales: { count: 1, net: 68_966, tax: 11_034, total: 80_000 },
      refunds: { count: 1, net: 25_862, tax: 4138, total: 30_000 },
      left: { net: 43_104, tax: 6896, total: 50_000 },
    },
    { currency: "USD", left: { total: 4001 }, leftPesos: { total: 73_333 } },
  ]);
});
