import { convert, type Currency, type Money, type Rates } from "#src/kernel/money.ts";

/** Seat price when neither departure nor crawl sets one (spec section 9: 20). */
const DEFAULT_PRICE: Money = { amount: 2000, currency: "USD" };

/** Prices the operator set per currency, in minor units; other currencies are converted. */
export type SetPrices = Partial<Record<Currency, number>>;
export type CrawlPrice = { price: number | null; currency: string; prices: SetPrices };

/** A crawl's own price per person, or the default. */
export const crawlPrice = (crawl: Omit<CrawlPrice, "prices">): Money =>
  crawl.price === null ? DEFAULT_PRICE : { amount: crawl.price, currency: crawl.currency as Currency };

/** An amount in a currency: the one set for it (decision 040), else converted. */
export const setOrConverted = (set: SetPrices, other: Money, currency: Currency, rates: Rates): Money => {
  const amount = set[currency];
  return amount === undefined ? convert(other, currency, rates) : { amount, currency };
};

/** A crawl's own price per person in a currency. */
export const crawlPriceIn = (crawl: CrawlPrice, currency: Currency, rates: Rates): Money =>
  setOrConverted(crawl.prices, crawlPrice(crawl), currency, rates);
