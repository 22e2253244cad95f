import fc from "fast-check";
import { expect, test } from "vitest";
import { priceOfImported } from "#src/modules/sales/booking/rules/imported-price.ts";

test.each([
  [80_000, 2, { unit_price: 40_000, subtotal: 80_000, discount: 0, total_price: 80_000 }],
  [10_000, 3, { unit_price: 3334, subtotal: 10_002, discount: 2, total_price: 10_000 }],
  [0, 4, { unit_price: 0, subtotal: 0, discount: 0, total_price: 0 }],
])("%i for %i people", (total, people, price) => expect(priceOfImported(total, people)).toEqual(price));

test("the columns add up, and the discount is less than a minor unit for each guest", () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 1, max: 100 }), (total, people) => {
      const price = priceOfImported(total, people);
      expect(price.subtotal - price.discount).toBe(total);
      expect(price.unit_price * people).toBe(price.subtotal);
      expect(price.discount).toBeLessThan(people);
    }),
  ));
