import { expect, test } from "vitest";
import { ownQuery } from "#src/modules/money/payments/rules/return-address.ts";
import { addsToReturn } from "#src/modules/money/paypal/rules/return-address.ts";

const ours = "3dbW0dRk7kYJtL0mXq9m2nB5s8v1x4z7A0cEfGhIjKl";

test.each([
  ["payment=returned", null],
  ["", null],
  [`token=${ours}`, null],
  [`payment=returned&token=${ours}`, null],
  ["payment=returned&token=5O190127TN364715T&PayerID=PAYER00000001", "payment=returned"],
  ["payment=cancelled&token=5O190127TN364715T", "payment=cancelled"],
  [`payment=returned&token=${ours}&token=5O190127TN364715T`, `payment=returned&token=${ours}`],
])("%s", (query, left) => {
  expect(ownQuery(new URLSearchParams(query), [{}, { addsToReturn }])).toBe(left);
});
