import { expect, test } from "vitest";
import { doneText, refusalOf } from "#src/modules/office/booking-admin/rules/admin-answer.ts";

test("a refusal is said in its own words, with its figures, or by its name", () => {
  expect(refusalOf({ reason: "sold_out", left: 2 }, "en")).toMatchObject({
    formError: "booking-admin.refused.sold_out",
    values: { left: 2 },
    stale: false,
  });
  expect(refusalOf({ reason: "refund_too_much", left: 25_050, currency: "MXN" }, "en").values["amount"]).toBe(
    "MX$250.50",
  );
  expect(refusalOf({ reason: "quote_changed" }, "es").stale).toBe(true);
  expect(refusalOf({ reason: "credit_gone" }, "es")).toMatchObject({
    formError: "booking-admin.refused.other",
    values: { reason: "credit_gone" },
  });
});

test.each([
  ["note", {}, "booking-admin.done.note"],
  ["take", {}, "booking-admin.done.take"],
  ["take", { isChange: true }, "booking-admin.done.taken"],
  ["change", { state: "to_pay" }, "booking-admin.done.to_pay"],
  ["change", { state: "applied" }, "booking-admin.done.change"],
])("%s %o is %s", (act, how, text) => {
  expect(doneText(act, how)).toBe(text);
});
