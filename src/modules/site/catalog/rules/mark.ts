import { inLocale, type Locale } from "#src/kernel/localized.ts";

/** The colors that tell crawls apart in the admin, in the order in which new crawls get them. Rows hold their names. */
export const CRAWL_COLOURS = ["agave", "jacaranda", "marigold", "terracotta", "slate", "sky", "nopal", "pink"] as const;
export type CrawlColour = (typeof CRAWL_COLOURS)[number];

/** The color of a new crawl: the one that the fewest others have, the first of several. */
export function nextColour(used: readonly string[]): CrawlColour {
  const uses = (colour: CrawlColour) => used.filter((one) => one === colour).length;
  return CRAWL_COLOURS.reduce((least, colour) => (uses(colour) < uses(least) ? colour : least));
}

type Named = { title: string; title_es: string | null; short_name: string | null; short_name_es: string | null };

/** A crawl's name where there is little room: its own short name, else its title. */
export const shortNameOf = (locale: Locale, { title, title_es, short_name, short_name_es }: Named): string =>
  inLocale(locale, short_name ?? "", short_name_es) || inLocale(locale, title, title_es);
