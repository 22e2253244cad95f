import type { ComingOfCrawl } from "#src/modules/site/catalog/questions.ts";
import type { ComingInCity } from "#src/modules/site/catalog/schema.ts";

/** What is still to come of several crawls together. */
export const comingTogether = (crawls: readonly ComingOfCrawl[]): ComingInCity => ({
  departures: crawls.reduce((sum, { departures }) => sum + departures, 0),
  bookings: crawls.reduce((sum, { bookings }) => sum + bookings, 0),
  people: crawls.reduce((sum, { people }) => sum + people, 0),
});
