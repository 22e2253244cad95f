import { expect, test } from "vitest";
import { drinksPromised } from "#src/modules/site/catalog/rules/promise.ts";

test.each([
  [["Welcome drinks at 4–5 venues", "A guide"], "Welcome drinks at 4–5 venues"],
  [[""], null],
  [[], null],
])("of %o the promise is %s", (includes, promise) => {
  expect(drinksPromised(includes)).toBe(promise);
});
