import fc from "fast-check";
import { expect, test } from "vitest";
import { folioText, IVA_PERCENT, taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";

test.each([
  [40_000, 5517], // 344.83 + 55.17
  [80_000, 11_034],
  [1, 0],
  [116, 16],
  [0, 0],
])("of %i centavos, %i are IVA", (amount, tax) => expect(taxWithin(amount, IVA_PERCENT)).toBe(tax));

test("tax and the rest make the amount, and the tax is 16 % of the rest but for a rounding", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => {
      const tax = taxWithin(amount, IVA_PERCENT);
      const rest = amount - tax;
      expect(Number.isInteger(tax) && tax >= 0 && rest >= 0).toBe(true);
      expect(Math.abs(rest * 0.16 - tax)).toBeLessThanOrEqual(0.6);
    }),
  );
});

test.each([
  [{ site: "cdmx", test: false, folio: 123 }, "CDMX-000123"],
  [{ site: "oaxaca", test: true, folio: 1 }, "TEST-OAX-000001"],
  [{ site: "puerto_vallarta", test: false, folio: 1_234_567 }, "PV-1234567"],
])("%j reads %s", (number, text) => expect(folioText(number)).toBe(text));
