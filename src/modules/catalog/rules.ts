import type { Currency, Money } from "#src/kernel/money.ts";

/** What a place costs when neither departure nor crawl says (spec section 9: 20). */
const DEFAULT_PRICE: Money = { amount: 2000, currency: "USD" };

export type CrawlPrice = { price: number | null; currency: string };

/** A crawl's own price per person, or the default one. */
export const crawlPrice = (crawl: CrawlPrice): Money =>
  crawl.price === null ? DEFAULT_PRICE : { amount: crawl.price, currency: crawl.currency as Currency };

/**
 * The crawl that a departure is shown and sold as: its own where that is active, else the default crawl, else none
 * (spec section 8: a default crawl with a fixed id is tried before "Pub crawl details not found").
 */
export const crawlOfDeparture = <C extends { id: string }>(
  crawlId: string,
  active: readonly C[],
  defaultCrawlId: string | null,
): C | null => active.find((c) => c.id === crawlId) ?? active.find((c) => c.id === defaultCrawlId) ?? null;
