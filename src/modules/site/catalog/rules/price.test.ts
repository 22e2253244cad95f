import { expect, test } from "vitest";
import { crawlPrice } from "#src/modules/site/catalog/rules/price.ts";

test("a crawl without a price costs the default 20", () => {
  expect(crawlPrice({ price: null, currency: "MXN" })).toEqual({ amount: 2000, currency: "USD" });
  expect(crawlPrice({ price: 40000, currency: "MXN" })).toEqual({ amount: 40000, currency: "MXN" });
});
