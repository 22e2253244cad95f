import type { Db, Tx } from "#src/platform/db.server.ts";

/** What is still to come of a crawl: nights that aren't over, and the bookings and people that hold seats in them. */
export type ComingOfCrawl = {
  crawl_id: string;
  city_id: string;
  departures: number;
  bookings: number;
  people: number;
  /** `date` is that of the night (`2026-11-20`) */
  next: { id: string; date: string; start: string };
};

export type CatalogQuestions = {
  /** What is still to come, of one crawl, of the crawls of a city, or of all. Crawls without a night to come are missing. */
  comingOfCrawls: (on: Db | Tx, now: Date, of?: { crawl?: string; city?: string }) => Promise<readonly ComingOfCrawl[]>;
};
