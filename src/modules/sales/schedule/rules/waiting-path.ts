import { type Locale, localizedPath } from "#src/kernel/localized.ts";

/** The page on which one asks for places of a night, for `people` where it is known how many. */
export const waitingPath = (departure: string, locale: Locale, people: number | null) =>
  localizedPath(`/waiting-list?departure=${departure}${people === null ? "" : `&people=${people}`}`, locale);
