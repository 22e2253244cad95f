import type { Locale } from "#src/kernel/localized.ts";

/** Most sites that a partner may have their widget on. */
export const MOST_ORIGINS = 20;

/** The name in reports of a site that doesn't say which one it is. */
export const UNTOLD = "untold";

/** The origin that an address belongs to (`https://hostel.example`); null for anything but a web site. */
function originOf(text: string): string | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.hostname.includes(".") ? url.origin : null;
}

/**
 * The sites of a form, one per line, without what follows the host; `https://` may be left out. Null where a line is none, or there
 * are too many.
 */
export function readOrigins(text: string): string[] | null {
  const lines = text.split(/[\s,]+/).filter((line) => line !== "");
  const origins = lines.map((line) => originOf(line.includes("://") ? line : `https://${line}`));
  const all = [...new Set(origins)];
  if (all.length > MOST_ORIGINS || all.some((one) => one !== null && one.length > 200)) return null;
  return all.every((one) => one !== null) ? all : null;
}

/** What a browser says of the page around a frame: `Referer` and `Sec-Fetch-Dest` of the request. */
export type Around = { referer: string | null; dest: string | null };

type Listing = { origins: readonly string[]; ignored: readonly string[]; own: readonly string[] };

/**
 * Where a widget stands. `listed` sites have their partner credited; an `unlisted` one is reported, with `origin` for its name; on
 * our `own` pages and as a page of its own nothing is credited or reported.
 *
 * A page can't choose which origin its visitors' browsers name here; it can only have them name none, which counts as unlisted.
 * Whoever sends requests without a browser may name any, and gains nothing by it that a plain link with the code wouldn't give.
 */
export function standsAt(
  { referer, dest }: Around,
  { origins, ignored, own }: Listing,
): { state: "listed" | "unlisted" | "ignored"; origin: string } | { state: "own" } {
  const origin = referer === null ? null : (URL.parse(referer)?.origin ?? null);
  if (dest === "document" || (origin !== null && own.includes(origin))) return { state: "own" };
  const host = origin === null || origin === "null" || origin.length > 200 ? UNTOLD : origin;
  if (origins.includes(host)) return { state: "listed", origin: host };
  return { state: ignored.includes(host) ? "ignored" : "unlisted", origin: host };
}

export const THEMES = ["light", "dark", "auto"] as const;
export type Theme = (typeof THEMES)[number];

/** The line that puts a partner's widget on a site. */
export const snippetOf = (origin: string, code: string, locale: Locale): string =>
  `<script async src="${origin}/widget.js" data-partner="${code}" data-lang="${locale}"></script>`;

/** Most crawls and nights that a widget shows: on a phone it is no taller than the screen (900 px). */
const [MOST_CRAWLS, MOST_NIGHTS] = [4, 6];

type Nights = { nights: readonly { date: string }[] };

/**
 * What a widget has room for of `crawls` and their nights (each by date): the next night of each crawl, then whatever is soonest. A
 * crawl without nights isn't shown.
 */
export function soonestNights<Crawl extends Nights>(crawls: readonly Crawl[]): Crawl[] {
  const withNights = crawls.filter(({ nights }) => nights.length > 0).slice(0, MOST_CRAWLS);
  const others = withNights.flatMap(({ nights }) => nights.slice(1)).toSorted((a, b) => a.date.localeCompare(b.date));
  const more = new Set(others.slice(0, MOST_NIGHTS - withNights.length));
  return withNights.map((crawl) => ({
    ...crawl,
    nights: crawl.nights.filter((night, at) => at === 0 || more.has(night)),
  }));
}
