import { expect, test } from "vitest";
import { moneyOf } from "#src/modules/office/night/rules/money.ts";

test("what the ledger says of a night, per currency and by provider", () => {
  const money = moneyOf(
    [
      { currency: "MXN", what: "revenue.sold", provider: null, amount: -100_000 },
      { currency: "MXN", what: "revenue.sale_taken_back", provider: null, amount: 20_000 },
      { currency: "MXN", what: "guest.sold", provider: null, amount: 100_000 },
      { currency: "MXN", what: "clearing.captured", provider: "stripe", amount: 60_000 },
      { currency: "MXN", what: "clearing.captured", provider: "cash", amount: 30_000 },
      { currency: "MXN", what: "clearing.refunded", provider: "stripe", amount: -15_000 },
      { currency: "MXN", what: "refund_due.refund_promised", provider: null, amount: -20_000 },
      { currency: "MXN", what: "refund_due.refunded", provider: null, amount: 15_000 },
      { currency: "USD", what: "clearing.captured", provider: "paypal", amount: 4000 },
      { currency: "USD", what: "clearing.charged_back", provider: "paypal", amount: -4000 },
    ],
    [
      { currency: "MXN", amount: 10_000 },
      { currency: "EUR", amount: 500 },
      { currency: "GBP", amount: 0 },
    ],
  );
  expect(money).toEqual([
    { currency: "EUR", sold: 0, paid: 0, refunded: 0, disputed: 0, refundDue: 0, owed: 500, shares: [] },
    {
      currency: "MXN",
      sold: 80_000,
      paid: 90_000,
      refunded: 15_000,
      disputed: 0,
      refundDue: 5000,
      owed: 10_000,
      shares: [
        { provider: "stripe", amount: 45_000 },
        { provider: "cash", amount: 30_000 },
      ],
    },
    {
      currency: "USD",
      sold: 0,
      paid: 4000,
      refunded: 0,
      disputed: 4000,
      refundDue: 0,
      owed: 0,
      shares: [{ provider: "paypal", amount: 0 }],
    },
  ]);
});

test("nothing has moved", () => expect(moneyOf([], [])).toEqual([]));
