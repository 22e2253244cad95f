import { expect, test } from "vitest";
import { askedAs, moneyChoices } from "#src/modules/office/booking-admin/rules/admin-money.ts";

test.each([
  [0, true, ["same"]],
  [500, false, ["keeps", "more", "cash", "invoice"]],
  [-500, true, ["less", "keeps"]],
  [-500, false, ["keeps"]],
])("a difference of %i gives (may refund: %s) %j", (difference, mayRefund, choices) => {
  expect(moneyChoices(difference, mayRefund)).toEqual(choices);
});

test("a choice is asked for by what counts and how it is collected", () => {
  expect(askedAs("keeps")).toEqual({ money: "keeps", collect: "link" });
  expect(askedAs("cash")).toEqual({ money: "price", collect: "cash" });
  expect(askedAs("less")).toEqual({ money: "price", collect: "link" });
});
