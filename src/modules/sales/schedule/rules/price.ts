import type { Currency, Money, Rates } from "#src/kernel/money.ts";
import {
  type CrawlPrice,
  crawlPrice,
  crawlPriceIn,
  type SetPrices,
  setOrConverted,
} from "#src/modules/site/catalog/rules/price.ts";

export type DeparturePrice = {
  price: number | null;
  sale_price: number | null;
  prices: SetPrices;
  sale_prices: SetPrices;
};

/** Whose price a price per person is, and what it was converted from; null where it was set in that currency. */
export type PriceSource = { of: "night" | "sale" | "crawl"; from: Money | null };

/**
 * Prices per person in a currency. The regular price is the departure's, else the crawl's, else 20 USD; a sale price applies only
 * when set, above 0 and below the regular one (spec section 5). Each is the price set for that currency, else converted from the
 * crawl's own currency (decision 040).
 */
export function pricePerPerson(
  departure: DeparturePrice,
  crawl: CrawlPrice,
  currency: Currency,
  rates: Rates,
): { regular: Money; now: Money; onSale: boolean } {
  const { regular, now, onSale } = sourcedPrice(departure, crawl, currency, rates);
  return { regular, now, onSale };
}

/** The same with where the price to pay comes from, to be explained. */
export function sourcedPrice(departure: DeparturePrice, crawl: CrawlPrice, currency: Currency, rates: Rates) {
  const base = crawlPrice(crawl).currency;
  const own = (set: SetPrices, amount: number | null): Money | null =>
    amount === null && set[currency] === undefined
      ? null
      : setOrConverted(set, { amount: amount ?? 0, currency: base }, currency, rates);
  const ownPrice = own(departure.prices, departure.price);
  const regular = ownPrice ?? crawlPriceIn(crawl, currency, rates);
  const sale = own(departure.sale_prices, departure.sale_price);
  const onSale = sale !== null && sale.amount > 0 && sale.amount < regular.amount;
  const from = (set: SetPrices, amount: number | null): Money | null =>
    set[currency] !== undefined || base === currency ? null : { amount: amount ?? 0, currency: base };
  const source: PriceSource = onSale
    ? { of: "sale", from: from(departure.sale_prices, departure.sale_price) }
    : ownPrice
      ? { of: "night", from: from(departure.prices, departure.price) }
      : { of: "crawl", from: from(crawl.prices, crawlPrice(crawl).amount) };
  return { regular, now: onSale ? sale : regular, onSale, source };
}
