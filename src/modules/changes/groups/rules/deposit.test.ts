import { expect, test } from "vitest";
import { depositAfter, returnableOf } from "#src/modules/changes/groups/rules/deposit.ts";

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

const credit = { expired: 0, rest: 600 };
test.each([
  ["waits for the rest", { state: "paid", booking_status: "pending", credit, left: 0 }, 600],
  [
    "has lost a part meanwhile",
    { state: "paid", booking_status: "pending", credit: { expired: 0, rest: 400 }, left: 0 },
    400,
  ],
  ["has paid for its booking", { state: "paid", booking_status: "confirmed", credit, left: 0 }, 0],
  ["is free", { state: "paid", booking_status: "cancelled", credit, left: 600 }, 600],
  ["was kept", { state: "kept", booking_status: "cancelled", credit: { expired: 600, rest: 0 }, left: 0 }, 600],
  ["is unpaid", { state: "unpaid", booking_status: "pending", credit: null, left: 0 }, 0],
])("of a deposit that %s staff may give back %#", (_, deposit, amount) => expect(returnableOf(deposit)).toBe(amount));
