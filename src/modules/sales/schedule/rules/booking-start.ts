import { fail, ok } from "#src/kernel/result.ts";
import { crawlOfDeparture } from "#src/modules/site/catalog/rules/crawl.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

/** Book Now's input. */
type Choice = {
  /** Id of the chosen departure; null without a chosen date. */
  chosen: string | null;
  departures: readonly Departure[];
  /** The site's active crawls. */
  crawls: readonly PubCrawl[];
  defaultCrawlId: string | null;
};

/**
 * Whether booking can start, with what, or why not (spec sections 5 and 8): requires a date, open bookings, seats left, and a
 * known crawl or default crawl.
 */
export function bookingStart({ chosen, departures, crawls, defaultCrawlId }: Choice) {
  if (chosen === null) return fail("no_date");
  const departure = departures.find(({ id }) => id === chosen);
  if (departure?.bookings_disabled) return fail("bookings_disabled");
  if (!departure?.is_available) return fail("sold_out");
  if (crawls.length === 0) return fail("no_crawls");
  const crawl = crawlOfDeparture(departure, crawls, defaultCrawlId);
  return crawl ? ok({ departure, crawl }) : fail("no_crawl_details");
}
export type BookingStart = ReturnType<typeof bookingStart>;
export type BookingRefusal = Extract<BookingStart, { ok: false }>["reason"];
