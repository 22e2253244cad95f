import { expect, test } from "vitest";
import { crawlOfDeparture, crawlPrice } from "#src/modules/catalog/rules.ts";

const [city, other] = [{ id: "city" }, { id: "other" }];

test.each([
  ["other", [city, other], "city", other],
  ["gone", [city, other], "city", city],
  ["gone", [other], "city", null],
  ["gone", [city], null, null],
])("a departure of %s among %o with default %s is shown as %o", (crawlId, active, fallback, expected) => {
  expect(crawlOfDeparture(crawlId, active, fallback)).toBe(expected);
});

test("a crawl without a price costs the default 20", () => {
  expect(crawlPrice({ price: null, currency: "MXN" })).toEqual({ amount: 2000, currency: "USD" });
  expect(crawlPrice({ price: 40000, currency: "MXN" })).toEqual({ amount: 40000, currency: "MXN" });
});
