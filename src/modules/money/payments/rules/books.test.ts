import { expect, test } from "vitest";
import type { Posting } from "#src/modules/base/ledger/rules/accounts.ts";
import {
  aboutPayment,
  BY_HAND,
  captured,
  chargeBackReturned,
  chargedBack,
  dropped,
  lostToDispute,
  moneyOfPayment,
  promised,
  refunded,
  returned,
} from "#src/modules/money/payments/rules/books.ts";

const payment = {
  id: "p",
  purchase_id: "b",
  provider: "stripe",
  mode: "live",
  amount: 64_000,
  currency: "MXN" as const,
  charged_amount: null,
  charged_currency: null,
};
const refund = { id: "r", attempts: 2, amount: 500, currency: "MXN" as const };
const money = { amount: 900, currency: "USD" as const };

test("a payment counts with what its provider reports, until then with what it was asked for", () => {
  expect(moneyOfPayment(payment)).toEqual({ amount: 64_000, currency: "MXN" });
  expect(moneyOfPayment({ ...payment, charged_amount: 3200, charged_currency: "USD" })).toEqual({
    amount: 3200,
    currency: "USD",
  });
  expect(moneyOfPayment({ ...payment, charged_amount: 0 })).toEqual({ amount: 0, currency: "MXN" });
});

test("the entries of a payment name its booking, its provider, and whether it was practice", () => {
  const about = { purchaseId: "b", paymentId: "p", provider: "stripe", refundId: undefined, test: false };
  expect(aboutPayment(payment)).toEqual(about);
  expect(aboutPayment({ ...payment, mode: "sandbox" }, refund)).toEqual({ ...about, refundId: "r", test: true });
});

test("what is paid by hand is cleared where all of it was", () => expect(BY_HAND).toBe("by_hand"));

// the keys are in the books: another spelling would post again what was posted already
test.each<[string, Posting | Posting[], unknown[][]]>([
  ["a payment", captured("p", money), [["payment:p:captured", "captured", 900, "USD"]]],
  [
    "a refund that is due",
    promised(refund, 300),
    [
      ["refund:r:taken_back", "sale_taken_back", 300, "MXN"],
      ["refund:r:promised", "refund_promised", 500, "MXN"],
    ],
  ],
  ["its second try", refunded(refund), [["refund:r:2:refunded", "refunded", 500, "MXN"]]],
  ["that came back", returned(refund), [["refund:r:2:returned", "refund_returned", 500, "MXN"]]],
  [
    "what another way gave back of it",
    dropped(refund, { amount: 200, instead: "dispute:d" }),
    [["refund:r:dropped:dispute:d", "refund_dropped", 200, "MXN"]],
  ],
  ["a bank's taking", chargedBack("d", money), [["dispute:d:charged_back", "charged_back", 900, "USD"]]],
  ["its giving back", chargeBackReturned("d", money), [["dispute:d:returned", "charge_back_returned", 900, "USD"]]],
  ["a dispute that was lost", lostToDispute("d", money), [["dispute:d:lost", "sale_taken_back", 900, "USD"]]],
])("the posting of %s", (_, posted, expected) =>
  expect([posted].flat().map(({ key, kind, amount, currency }) => [key, kind, amount, currency])).toEqual(expected),
);
