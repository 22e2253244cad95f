import { fail, ok } from "#src/kernel/result.ts";
import { crawlOfDeparture } from "#src/modules/catalog/rules/crawl.ts";
import type { PubCrawl } from "#src/modules/catalog/schema.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";

/** What Book Now knows when it is pressed. */
type Choice = {
  /** Id of the chosen departure; null while no date is chosen. */
  chosen: string | null;
  departures: readonly Departure[];
  /** The active crawls of the site. */
  crawls: readonly PubCrawl[];
  defaultCrawlId: string | null;
};

/**
 * Whether booking can start, and of what, or why not (spec sections 5 and 8): a date must be chosen, bookings must be
 * open for it, seats must be left, and its crawl or the default one must be known.
 */
export function bookingStart({ chosen, departures, crawls, defaultCrawlId }: Choice) {
  if (chosen === null) return fail("no_date");
  const departure = departures.find(({ id }) => id === chosen);
  if (departure?.bookings_disabled) return fail("bookings_disabled");
  if (!departure?.is_available) return fail("sold_out");
  if (crawls.length === 0) return fail("no_crawls");
  const crawl = crawlOfDeparture(departure.crawl_id, crawls, defaultCrawlId);
  return crawl ? ok({ departure, crawl }) : fail("no_crawl_details");
}
export type BookingStart = ReturnType<typeof bookingStart>;
export type BookingRefusal = Extract<BookingStart, { ok: false }>["reason"];
