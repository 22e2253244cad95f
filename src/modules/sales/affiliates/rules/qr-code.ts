import { contrast } from "#src/kernel/colour.ts";
import { randomCode } from "#src/kernel/codes.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import type { Site } from "#src/kernel/site.ts";
import { CODE } from "#src/modules/sales/affiliates/rules/capture.ts";
import { isSeenOn, type Visible } from "#src/modules/site/catalog/rules/visible.ts";

/** A new code's id, short enough to be typed from a wall: five letters and digits that aren't taken for one another. */
export const newQrId = (): string => randomCode(5).toLowerCase();

/** Ids that `newQrId` draws. Older printed codes may have any id that is a `CODE`. */
export const DRAWN_ID = /^[2-9a-hjkmnp-tv-z]{5}$/;

/** The id in a short address as somebody typed it; null where no code can have it. */
export const idTyped = (text: string): string | null => (CODE.test(text.trim()) ? text.trim() : null);

/** Below this, phones in dim light no longer tell the colors apart (WCAG's contrast, 1 to 21). */
const LEAST_CONTRAST = 5;
/** A ground darker than this against black is no longer light to a camera: 40 % of white. */
const LEAST_GROUND = 9;
const BLACK = "#000000";

/** Why scanners can't be trusted to read a code in these colors (`#rrggbb`); null where they can. */
export function colourFault(foreground: string, background: string): "inverted" | "contrast" | "dark_ground" | null {
  const light = contrast(BLACK, background);
  if (contrast(BLACK, foreground) > light) return "inverted";
  if (contrast(foreground, background) < LEAST_CONTRAST) return "contrast";
  return light < LEAST_GROUND ? "dark_ground" : null;
}

/** A page of our own that a code may lead to; `path` without language. */
export type Target = { path: string; kind: "home" | "booking" | "crawls" | "city" | "crawl"; name: string };

/** The pages to choose from: never an address that somebody types. */
export const targetsOf = (
  cities: readonly { id: string; name: string }[],
  crawls: readonly { slug: string; title: string }[],
): Target[] => [
  { path: "/", kind: "home", name: "" },
  { path: "/book-now", kind: "booking", name: "" },
  { path: "/crawls", kind: "crawls", name: "" },
  ...cities.map(({ id, name }) => ({ path: `/cities/${id}`, kind: "city" as const, name })),
  ...crawls.map(({ slug, title }) => ({ path: `/crawls/${slug}`, kind: "crawl" as const, name: title })),
];

/** A path of our own site: nothing that a browser could read as another host. */
const OWN_PATH = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;

/** What is known of a scanned code; `affiliate` its partner's code, null without one in use; `crawl` what its page is of. */
export type Scanned = {
  id: string;
  target: string;
  is_active: boolean;
  affiliate: string | null;
  crawl: Visible | null;
};

/** A code that leads home where the site's guests don't see the crawl that it is about. */
export const toWhatIsSeen = (code: Scanned, site: Site): Scanned =>
  code.target.startsWith("/crawls/") && !(code.crawl && isSeenOn(code.crawl, site)) ? { ...code, target: "/" } : code;

/**
 * Where a short address leads: to the code's page with what the site's capture reads; without it once the code is switched off;
 * home where no code has that id.
 */
export function leadsTo(code: Scanned | null, locale: Locale): string {
  if (!code) return localizedPath("/", locale);
  const path = localizedPath(OWN_PATH.test(code.target) ? code.target : "/", locale);
  if (!code.is_active) return path;
  const named = { ...(code.affiliate === null ? {} : { affiliate: code.affiliate }), qr: code.id };
  return `${path}?${new URLSearchParams(named).toString()}`;
}

/** Periods of the scans, in days. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** The days of a period up to `today` (YYYY-MM-DD), the first one first, each with its scans. */
export function daysOf(
  today: string,
  period: Period,
  scans: readonly { day: string; scans: number }[],
): { day: string; scans: number }[] {
  const counted = new Map(scans.map(({ day, scans: count }) => [day, count]));
  const last = Temporal.PlainDate.from(today);
  return Array.from({ length: period }, (_, index) => {
    const day = last.subtract({ days: period - 1 - index }).toString();
    return { day, scans: counted.get(day) ?? 0 };
  });
}
