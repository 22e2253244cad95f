import { inYearOf, longDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";

/** Whether an event's date is a day (YYYY-MM-DD) rather than words, such as "Fridays and Saturdays". */
export const isDay = (date: string): boolean => /^\d{4}-\d\d-\d\d$/.test(date);

/** Days from which on an event is far off: guests who look today have gone home by then. */
const FAR_DAYS = 60;

/**
 * The events whose day isn't over on `today` (YYYY-MM-DD), those of the next weeks first, by day; then those with a date in words, such
 * as weekly ones, which are never over, in their own order; last what is far off.
 */
export function stillToCome<Event extends { date?: string | undefined }>(
  events: readonly Event[],
  today: string,
): Event[] {
  const far = new Date(Date.parse(today) + FAR_DAYS * 86_400_000).toISOString().slice(0, 10);
  const byDay = (a: Event, b: Event) => (a.date ?? "").localeCompare(b.date ?? "");
  const ofDays = events.filter(({ date = "" }) => isDay(date) && date >= today).toSorted(byDay);
  return [
    ...ofDays.filter(({ date = "" }) => date < far),
    ...events.filter(({ date = "" }) => !isDay(date)),
    ...ofDays.filter(({ date = "" }) => date >= far),
  ];
}

/** An event's date as guests read it: a day with its weekday, and its year unless that is `today`'s; words as they are. */
export const eventDate = (date: string, today: string, locale: Locale): string =>
  isDay(date) ? longDate(date, locale, !inYearOf(date, today)) : date;
