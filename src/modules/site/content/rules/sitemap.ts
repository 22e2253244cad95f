import { type Locale, LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { CAMPAIGNS } from "#src/modules/site/content/rules/campaigns.ts";
import { SIMULATION_PAGES } from "#src/modules/base/settings/rules/payment-companies.ts";

/** A page for search engines: its English path and, if known, the day of its last change (YYYY-MM-DD). */
export type SitemapPage = { path: string; changed?: string | null };

/** The terms' last change (spec section 9). */
const TERMS_CHANGED = "2025-05-21";

/** The public pages that don't come from the database. */
export const STANDING_PAGES: readonly SitemapPage[] = [
  { path: "/" },
  { path: "/book-now" },
  { path: "/crawls" },
  { path: "/cities" },
  ...Object.keys(CAMPAIGNS).map((path) => ({ path })),
  { path: "/faq" },
  { path: "/about" },
  { path: "/private-groups" },
  { path: "/contact" },
  { path: "/terms", changed: TERMS_CHANGED },
  { path: "/privacy" },
];

/** Pages closed to search engines: private or admin pages … */
const CLOSED_PAGES = [
  "/admin",
  "/checkout",
  "/booking-confirmation/",
  "/rating/",
  "/shifts/",
  "/guide-calendar/",
  "/bar/",
  "/partner/",
  "/desk",
  "/bookings",
  "/profile",
  "/sign-out",
  "/login/",
  "/reset-password",
  "/verify-email",
  `${SIMULATION_PAGES}/`,
  "/preview/",
];
/** … and paths without a language. */
const CLOSED_REST = ["/q/", "/api/", "/webhooks/", "/dev/"];

/** The sitemap (sitemaps.org protocol 0.9): each page once per language, linking its translation (xhtml:link). */
export function sitemapXml(origin: string, pages: readonly SitemapPage[]): string {
  const entries = pages.flatMap((page) => LOCALES.map((locale) => entry(origin, page, locale)));
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
}

function entry(origin: string, { path, changed }: SitemapPage, locale: Locale): string {
  const address = (language: Locale) => escaped(origin + encodeURI(localizedPath(path, language)));
  const alternate = (name: string, language: Locale) =>
    `    <xhtml:link rel="alternate" hreflang="${name}" href="${address(language)}"/>`;
  return [
    "  <url>",
    `    <loc>${address(locale)}</loc>`,
    ...(changed ? [`    <lastmod>${changed}</lastmod>`] : []),
    ...LOCALES.map((language) => alternate(language, language)),
    alternate("x-default", "en"),
    "  </url>",
  ].join("\n");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Crawler rules (RFC 9309) and the sitemap's URL. */
export function robotsTxt(origin: string): string {
  const closed = [
    ...CLOSED_PAGES.flatMap((path) => LOCALES.map((locale) => localizedPath(path, locale))),
    ...CLOSED_REST,
  ];
  return ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${origin}/sitemap.xml`, ""].join(
    "\n",
  );
}
