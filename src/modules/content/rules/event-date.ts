import { inYearOf, longDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";

/** Whether an event's date is a day (YYYY-MM-DD) rather than words, such as "Fridays and Saturdays". */
export const isDay = (date: string): boolean => /^\d{4}-\d\d-\d\d$/.test(date);

/** The events whose day isn't over on `today` (YYYY-MM-DD). A date in words, such as a weekly one's, is never over. */
export const stillToCome = <Event extends { date?: string | undefined }>(
  events: readonly Event[],
  today: string,
): Event[] => events.filter(({ date }) => !date || !isDay(date) || date >= today);

/** An event's date as guests read it: a day with its weekday, and its year unless that is `today`'s; words as they are. */
export const eventDate = (date: string, today: string, locale: Locale): string =>
  isDay(date) ? longDate(date, locale, !inYearOf(date, today)) : date;
