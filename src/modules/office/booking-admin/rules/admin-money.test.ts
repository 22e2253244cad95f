import { expect, test } from "vitest";
import { askedAs, expectedText, moneyChoices } from "#src/modules/office/booking-admin/rules/admin-money.ts";

test.each([
  [0, "MXN", true, ["same"]],
  [500, "MXN", false, ["keeps", "more", "cash", "terminal", "transfer", "invoice"]],
  [500, "USD", false, ["keeps", "more", "cash", "transfer", "invoice"]],
  [-500, "MXN", true, ["less", "keeps"]],
  [-500, "USD", false, ["keeps"]],
] as const)("a difference of %i %s gives (may refund: %s) %j", (difference, currency, mayRefund, choices) => {
  expect(moneyChoices(difference, currency, mayRefund)).toEqual(choices);
});

test("a choice is asked for by what counts and how it is collected", () => {
  expect(askedAs("keeps")).toEqual({ money: "keeps", collect: "link" });
  expect(askedAs("cash")).toEqual({ money: "price", collect: "cash" });
  expect(askedAs("terminal")).toEqual({ money: "price", collect: "terminal" });
  expect(askedAs("less")).toEqual({ money: "price", collect: "link" });
});

test("a form posts the total that it shows, and one that nothing costs where it asked and shows none", () => {
  const price = { ok: true, quote: { total: { amount_minor: 80_000 } } } as const;
  expect([expectedText(price, false), expectedText(price, true)]).toEqual(["80000", "80000"]);
  for (const none of [null, { ok: false } as const])
    expect([expectedText(none, false), expectedText(none, true)]).toEqual(["", "-1"]);
});
