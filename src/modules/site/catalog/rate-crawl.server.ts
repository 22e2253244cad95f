/** What reviews tell of a crawl. */
export { lockRating, rateCrawl } from "#src/modules/site/catalog/store/rating.server.ts";
