import { isLocale, type Locale } from "#src/kernel/localized.ts";

/**
 * The language to offer on a page in another one; null where it is the reader's own, or theirs isn't known. What the reader once
 * `chose` here decides, else the first of our languages that the browser asks for (`spoken`: BCP 47 tags, as in
 * `Accept-Language`).
 */
export function offeredLanguage(page: Locale, chose: string | null, spoken: readonly string[]): Locale | null {
  const preferred = spoken.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale);
  const own = isLocale(chose) ? chose : preferred;
  return own === undefined || own === page ? null : own;
}
