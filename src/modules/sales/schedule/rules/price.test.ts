import { expect, test } from "vitest";
import type { Currency } from "#src/kernel/money.ts";
import { pricePerPerson } from "#src/modules/sales/schedule/rules/price.ts";

const usd = (amount: number) => ({ amount, currency: "USD" });
test.each([
  [{ price: 2500, sale_price: null }, { price: 2000, currency: "USD" }, usd(2500), usd(2500), false],
  [{ price: null, sale_price: null }, { price: 1800, currency: "USD" }, usd(1800), usd(1800), false],
  [{ price: null, sale_price: null }, { price: null, currency: "USD" }, usd(2000), usd(2000), false],
  [{ price: null, sale_price: 1600 }, { price: 2000, currency: "USD" }, usd(2000), usd(1600), true],
  [{ price: null, sale_price: 2000 }, { price: 2000, currency: "USD" }, usd(2000), usd(2000), false],
  [{ price: null, sale_price: 2100 }, { price: 2000, currency: "USD" }, usd(2000), usd(2000), false],
  [{ price: null, sale_price: 0 }, { price: 2000, currency: "USD" }, usd(2000), usd(2000), false],
])("%o of a crawl at %o", (departure, crawl, regular, price, onSale) => {
  const set = { prices: {}, sale_prices: {} };
  const own = regular.currency as Currency;
  const prices = pricePerPerson({ ...departure, ...set }, { ...crawl, prices: {} }, own, RATES);
  expect(prices).toEqual({ regular, now: price, onSale });
});

const RATES = { USD: 1, MXN: 17, EUR: 0.9, GBP: 0.8, CAD: 1.4 } as const;
const CRAWL = { price: 2000, currency: "USD", prices: { MXN: 40_000 } };
const PLAIN = { price: null, sale_price: null, prices: {}, sale_prices: {} };

// [what is set, in pesos: regular and to pay, in euros: regular and to pay]
test.each([
  ["the crawl's set price", {}, [40_000, 40_000], [1800, 1800]],
  ["the departure's own price, converted, before the crawl's set one", { price: 3000 }, [51_000, 51_000], [2700, 2700]],
  ["the departure's set price first of all", { price: 3000, prices: { MXN: 45_000 } }, [45_000, 45_000], [2700, 2700]],
  ["a departure's set price where it has no other", { prices: { EUR: 1999 } }, [40_000, 40_000], [1999, 1999]],
  ["a sale, converted", { sale_price: 1600 }, [40_000, 27_200], [1800, 1440]],
  [
    "a set sale before a converted one",
    { sale_price: 1600, sale_prices: { MXN: 32_000 } },
    [40_000, 32_000],
    [1800, 1440],
  ],
  ["a sale in one currency only", { sale_prices: { MXN: 30_000 } }, [40_000, 30_000], [1800, 1800]],
  ["no sale where it isn't below the regular price", { sale_prices: { MXN: 40_000 } }, [40_000, 40_000], [1800, 1800]],
  ["no sale of nothing", { sale_prices: { MXN: 0 } }, [40_000, 40_000], [1800, 1800]],
])("%s", (_, over, pesos, euros) => {
  const amounts = (currency: "MXN" | "EUR") => {
    const price = pricePerPerson({ ...PLAIN, ...over }, CRAWL, currency, RATES);
    const [regular, due] = [price.regular.amount, price.now.amount];
    expect([price.regular.currency, price.now.currency, price.onSale]).toEqual([currency, currency, due < regular]);
    return [regular, due];
  };
  expect([amounts("MXN"), amounts("EUR")]).toEqual([pesos, euros]);
});

test("a price set for the crawl's own currency comes before its price", () =>
  expect(pricePerPerson(PLAIN, { ...CRAWL, prices: { USD: 2200 } }, "USD", RATES).now.amount).toBe(2200));
