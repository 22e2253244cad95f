import { convert, type Currency, type Money, type Rates } from "#src/kernel/money.ts";

/** What a seat costs when neither departure nor crawl says (spec section 9: 20). */
const DEFAULT_PRICE: Money = { amount: 2000, currency: "USD" };

/** Prices in minor units that the operator set for single currencies; the others are converted. */
export type SetPrices = Partial<Record<Currency, number>>;
export type CrawlPrice = { price: number | null; currency: string; prices: SetPrices };

/** A crawl's own price per person, or the default one. */
export const crawlPrice = (crawl: Omit<CrawlPrice, "prices">): Money =>
  crawl.price === null ? DEFAULT_PRICE : { amount: crawl.price, currency: crawl.currency as Currency };

/** An amount in a currency: the one that was set for it (decision 040), else the converted one. */
export const setOrConverted = (set: SetPrices, other: Money, currency: Currency, rates: Rates): Money => {
  const amount = set[currency];
  return amount === undefined ? convert(other, currency, rates) : { amount, currency };
};

/** A crawl's own price per person in a currency. */
export const crawlPriceIn = (crawl: CrawlPrice, currency: Currency, rates: Rates): Money =>
  setOrConverted(crawl.prices, crawlPrice(crawl), currency, rates);
