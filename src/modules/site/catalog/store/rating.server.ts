import type { Tx } from "#src/platform/db.server.ts";

/**
 * Locks a crawl's row, so that concurrent reviews update its average one after the other. Doesn't block bookings, whose foreign
 * keys only need the row to stay.
 */
export const lockRating = (tx: Tx, crawlId: string) =>
  tx.selectFrom("pub_crawls").select("id").where("id", "=", crawlId).forNoKeyUpdate().executeTakeFirst();

/** Stores a crawl's average (one decimal) and number of reviews. Lock it first. */
export const rateCrawl = (tx: Tx, crawlId: string, { rating, reviews }: { rating: number; reviews: number }) =>
  tx.updateTable("pub_crawls").set({ rating, review_count: reviews }).where("id", "=", crawlId).execute();
