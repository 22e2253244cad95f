import { createHash } from "node:crypto";
import { type Locale, LOCALES } from "#src/kernel/localized.ts";
import type { SitePage } from "#tests/e2e/site-pages.ts";

/** How a page is seen. */
export type Look = { size: "phone" | "desktop"; theme: "light" | "dark"; locale: Locale };

const looksIn = (locales: readonly Locale[]): Look[] =>
  locales.flatMap((locale) =>
    (["phone", "desktop"] as const).flatMap((size) =>
      (["light", "dark"] as const).map((theme): Look => ({ size, theme, locale })),
    ),
  );

/**
 * The pages that represent their kind, which are checked in every size and language. A new kind of page gets a line here; a further
 * page of a kind doesn't.
 */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  "the home page": ["/"],
  content: ["/faq", "/crawls/:slug"],
  "a city's calendar": ["/cities/:city"],
  "a form of guests": ["/contact"],
  "a form without an account": ["/signup"],
  "a step of the checkout": ["/checkout (details)", "/checkout (payment)"],
  "a booking": ["/booking-confirmation/:bookingId (confirmed)", "/booking-confirmation/:bookingId/manage (all parts)"],
  "an account": ["/profile", "/bookings (signed in)"],
  "a missing page": ["/*"],
  "a list": ["/admin/bookings"],
  "a list beside a record": ["/admin/emails (one open)"],
  "a list beside a form": ["/admin/coupons (a new one)"],
  "a record": ["/admin/bookings/:bookingId (confirmed)"],
  "a form": ["/admin/cities/:id"],
  "a draft": ["/admin/pages/:page"],
  options: ["/admin/general-options"],
  figures: ["/admin/dashboard"],
  "the schedule": ["/admin/schedule"],
  "a tool for a phone": ["/admin/ticket-scanner", "/desk"],
};
const representatives = new Set(Object.values(KINDS).flat());

/** Whether a page is checked in every size and language by day. */
export const represents = ({ name }: SitePage): boolean => representatives.has(name);

/** Representatives of kinds that no page has as its name: mistakes in the table above. */
export function unmatchedRepresentatives(pages: readonly SitePage[]): string[] {
  const names = new Set(pages.map(({ name }) => name));
  return [...representatives].filter((name) => !names.has(name));
}

/** Every size in every language that a page has. Its theme decides little: colours are checked in both. */
export const everyLook = ({ locales }: SitePage): Look[] =>
  looksIn(locales).filter(
    ({ size, theme, locale }) => (theme === "dark") === ((size === "desktop") === (locale === "en")),
  );

/**
 * Looks that don't follow from the name. In Spanish on a desktop the title of the home page's preview has a line more until its fonts
 * are there, which moves 0.0225 of the window; the home page itself is checked in every look.
 */
const GIVEN: Readonly<Record<string, Look>> = { "/preview/home": { size: "phone", theme: "light", locale: "es" } };

/** The one look of a page that represents nothing. It follows from the page's name, so that no other page changes it. */
export function oneLook({ name, locales }: SitePage): Look {
  const possible = looksIn(locales);
  return GIVEN[name] ?? possible[createHash("md5").update(name).digest()[0]! % possible.length]!;
}

/** Every look that any page can have. */
export const LOOKS: readonly Look[] = looksIn(LOCALES);
