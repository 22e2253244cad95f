import { expect, test } from "vitest";
import { doneText, refusalOf } from "#src/modules/sales/rules/admin-answer.ts";

test("a refusal is said in its own words, with its figures, or by its name", () => {
  expect(refusalOf({ reason: "sold_out", left: 2 }, "en")).toMatchObject({
    refused: "reservation.refused.sold_out",
    values: { left: 2 },
    stale: false,
  });
  expect(refusalOf({ reason: "refund_too_much", left: 25_050, currency: "MXN" }, "en").values["amount"]).toBe(
    "MX$250.50",
  );
  expect(refusalOf({ reason: "quote_changed" }, "es").stale).toBe(true);
  expect(refusalOf({ reason: "credit_gone" }, "es")).toMatchObject({
    refused: "reservation.refused.other",
    values: { reason: "credit_gone" },
  });
});

test.each([
  ["note", {}, "reservation.done.note"],
  ["take", {}, "reservation.done.take"],
  ["take", { isChange: true }, "reservation.done.taken"],
  ["change", { state: "to_pay" }, "reservation.done.to_pay"],
  ["change", { state: "applied" }, "reservation.done.change"],
])("%s %o is %s", (act, how, text) => {
  expect(doneText(act, how)).toBe(text);
});
