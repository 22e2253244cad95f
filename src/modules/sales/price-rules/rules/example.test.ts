import { expect, test } from "vitest";
import { exampleOf, type ExampleBasis } from "#src/modules/sales/price-rules/rules/example.ts";
import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { ruleOf } from "#tests/price-rule.ts";

const price = { amount: 40_000, currency: "MXN" } as const;
/** A Sunday. */
const basis: ExampleBasis = {
  crawls: [
    { id: "centro", city_id: "mexico-city", name: "Centro", price },
    { id: "jalatlaco", city_id: "oaxaca", name: "Jalatlaco", price: { ...price, amount: 30_000 } },
  ],
  today: "2026-11-29",
  rates: { USD: 1, MXN: 20 },
};

test.each<[string, Partial<PriceRule>, [string, number, string, number, number] | null]>([
  ["everything", {}, ["Centro", 2, "2026-12-06", 68_000, 80_000]],
  ["groups on Saturdays", { people_from: 8, weekdays: [6] }, ["Centro", 8, "2026-12-12", 272_000, 320_000]],
  ["one person", { people_to: 1 }, ["Centro", 1, "2026-12-06", 34_000, 40_000]],
  ["a city", { city_id: "oaxaca" }, ["Jalatlaco", 2, "2026-12-06", 51_000, 60_000]],
  ["early birds", { days_from: 30 }, ["Centro", 2, "2026-12-29", 68_000, 80_000]],
  ["the same day", { days_to: 0 }, ["Centro", 2, "2026-11-29", 68_000, 80_000]],
  ["dollars off", { percent: null, amount: 500, currency: "USD" }, ["Centro", 2, "2026-12-06", 60_000, 80_000]],
  ["nights that are over", { date_to: "2026-11-28" }, null],
  ["Mondays of the same day", { days_to: 0, weekdays: [1] }, null],
  ["a crawl that isn't sold", { crawl_id: "gone" }, null],
])("an example of a rule for %s", (_, over, expected) => {
  const example = exampleOf(ruleOf(over), basis);
  expect(example && [example.crawl, example.people, example.date, example.pays.amount, example.instead.amount]).toEqual(
    expected,
  );
});
