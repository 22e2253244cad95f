import { expect, test } from "vitest";
import { moneyCell } from "#src/kernel/sheet.ts";
import { feeCell, netOf } from "#src/modules/books/reconciliation/rules/fee.ts";

test.each([
  ["pesos of pesos", 3_180, "MXN", "MXN", moneyCell(3_180), 76_820],
  ["dollars of dollars", 199, "USD", "USD", moneyCell(199), 79_801],
  ["another currency's is named and not taken off", 199, "USD", "MXN", "1.99 USD", null],
  ["none is known", null, null, "MXN", moneyCell(null), 80_000],
])("%s", (_, fee, fee_currency, currency, cell, net) => {
  expect(feeCell({ fee, fee_currency }, currency)).toEqual(cell);
  expect(netOf({ fee, fee_currency }, { amount: 80_000, currency })).toBe(net);
});
