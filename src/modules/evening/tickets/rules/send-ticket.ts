import { clockTime, dateInSentence } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";

type Night = Pick<
  BookingView["departure"],
  "crawl_title" | "date" | "start_time" | "meeting_place" | "city" | "map_url"
>;

/** A night as texts for friends say it. */
export const nightWords = (departure: Night, locale: Locale) => ({
  crawl: departure.crawl_title,
  date: dateInSentence(departure.date, locale),
  time: clockTime(departure.start_time, locale),
  place: departure.meeting_place || departure.city,
});

/**
 * One guest's ticket as a text to send. The readable code admits this one guest and opens nothing online, unlike the page's own URL
 * (docs/decisions/028).
 */
export const ticketAsText = (
  { t, locale }: { t: Text; locale: Locale },
  departure: Night,
  { name, code }: { name: string; code: string },
): string =>
  t("tickets.sendText", { ...nightWords(departure, locale), name, code: readableCode(code) }) +
  (departure.map_url ? `\n${departure.map_url}` : "");
