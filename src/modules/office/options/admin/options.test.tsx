import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { Options } from "#src/modules/office/options/admin/general-options-page.tsx";
import { rateTexts } from "#src/modules/office/options/rules/rates.ts";
import { type PageSection, SECTION_KEYS, SECTIONS } from "#src/modules/office/options/rules/sections.ts";
import type { Facts } from "#src/modules/office/options/schema.ts";
import { defaultTextOf } from "#src/modules/base/settings/rules/app-settings.ts";

const texts = { en: await i18nFor("en"), es: await i18nFor("es") };

const stored = rateTexts([
  { currency: "MXN", per_usd: 20, date: "2026-11-20" },
  { currency: "GBP", per_usd: 0.7841, date: "2026-10-02" },
]);
const FACTS: Partial<Record<PageSection, Facts>> = {
  currencies: { rates: { stored, today: "2026-11-20", chargedBy: { MXN: ["stripe", "paypal"] } } },
  calendar: { crawls: [{ id: "a", title: "Roma", city: "CDMX", state: "shown" }] },
  contact: { footer: { email: "footer@ronda.test" } },
  payments: { payments: { mode: "sandbox", companies: [{ name: "stripe", isConfigured: true, lastMessage: null }] } },
  receipts: { folios: ["CDMX-000124"] },
  mail: {
    mail: {
      from: "Ronda <hola@ronda.test>",
      server: null,
      isCaptured: true,
      waiting: 1,
      failed: 2,
      away: 0,
      lastSent: null,
      test: {
        id: "00000000-0000-4000-8000-000000000001",
        state: "failed",
        captured: false,
        reason: "login_refused",
        at: "2026-11-20T18:00:00.000Z",
        recipient: "admin@ronda.test",
      },
    },
  },
  sites: {
    sites: {
      shown: [{ site: "oaxaca", cities: ["Oaxaca"], crawls: 1, nights: 0 }],
      fixed: null,
      base: "https://ronda.example",
      origins: [],
    },
  },
};

function page(locale: "en" | "es", section: PageSection, over: Record<string, string> = {}): string {
  const defaults = Object.fromEntries(SECTION_KEYS[section].map((key) => [key, defaultTextOf(key)]));
  const opened = { section, texts: { ...defaults, ...over }, defaults, facts: FACTS[section] ?? {} };
  const Stub = createRoutesStub([{ path: "*", Component: () => <Options opened={opened} history={null} /> }]);
  const html = renderToString(
    <PageTexts value={texts[locale]}>
      <Stub initialEntries={[`/admin/general-options?section=${section}`]} />
    </PageTexts>,
  );
  return html.replaceAll("<!-- -->", "");
}

test.each(SECTIONS.flatMap((section) => [["en", section] as const, ["es", section] as const]))(
  "in %s the section %s shows each of its settings, and no text that is missing",
  (locale, section) => {
    const html = page(locale, section);
    expect(html).not.toMatch(/>\s*options\.[a-z]/);
    for (const key of SECTION_KEYS[section]) expect(html).toContain(`id="${key}"`);
    expect(html).toContain(`aria-current="page"`);
  },
);

test.each([
  [
    "brand",
    { primary_color: "#f08a2c" },
    ["2.51 : 1", "Too faint", "Use #140c12 for the text", "Back to the original colors"],
  ],
  ["places", { hide_total_spots_globally: "true" }, ["1 spot left", "Limited availability"]],
  ["places", { hide_all_spots_info: "true" }, ["no number"]],
  ["currencies", {}, ["49 days old", "Still right today", "Charged by Stripe, PayPal", "No rate yet"]],
  ["booking", {}, ["24 hours", "later bookings only"]],
  ["calendar", {}, ["None is chosen"]],
  ["calendar", { default_crawl_id: "gone" }, ["Make Roma the default"]],
  ["contact", {}, ["footer@ronda.test"]],
  ["payments", {}, ["Has its keys", "no real money"]],
  ["receipts", {}, ["CDMX-000124"]],
  ["mail", {}, ["kept in the database", "MAIL_FROM", "1 waiting, 2 failed"]],
  ["sites", {}, ["No nights to come", "SITE_ORIGINS"]],
] as [PageSection, Record<string, string>, string[]][])("%s with %j says %j", (section, over, expected) => {
  const html = page("en", section, over);
  for (const text of expected) expect(html).toContain(text);
});
