import { expect, test } from "vitest";
import { depositAfter } from "#src/modules/changes/groups/rules/deposit.ts";

// every way in which a booking ends, unpaid and paid
test.each([
  ["expired", false, "kept"],
  ["replaced", false, "kept"],
  ["payment_cancelled", false, "kept"],
  ["customer", false, "kept"],
  ["admin", false, "returned"],
  ["departure_cancelled", false, "returned"],
  ["expired", true, "as_the_rest"],
  ["replaced", true, "as_the_rest"],
  ["payment_cancelled", true, "as_the_rest"],
  ["customer", true, "as_the_rest"],
  ["admin", true, "as_the_rest"],
  ["departure_cancelled", true, "as_the_rest"],
] as const)("where the booking ends by %s, paid whole: %s, the deposit is %s", (reason, wasConfirmed, becomes) =>
  expect(depositAfter({ reason, wasConfirmed })).toBe(becomes),
);
