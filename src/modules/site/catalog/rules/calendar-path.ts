import { type Locale, localizedPath } from "#src/kernel/localized.ts";

/** The path of the calendar of a city's or a crawl's nights, in a language; `name` is the last part of its page's path. */
export const calendarPath = (kind: "cities" | "crawls", name: string, locale: Locale): string =>
  localizedPath(`/calendar/${kind}/${name}.ics`, locale);
