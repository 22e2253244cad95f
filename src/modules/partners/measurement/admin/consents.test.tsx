import { CONSENT_LIST, EVENT_LIST } from "#src/modules/partners/measurement/rules/consent-log.ts";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { Consents } from "#src/modules/partners/measurement/admin/consents-page.tsx";
import type { ListedConsent, ListedEvent } from "#src/modules/partners/measurement/schema.ts";

type ConsentsProps = Parameters<typeof Consents>[0];

const CONFIGURED = { pixelId: "123456789012345", token: true, testCode: null, textVersion: "2026-11" };
const VISITOR = "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11";
const decision = (n: number, over: Partial<ListedConsent>): ListedConsent => ({
  n,
  at: "2026-11-20T18:00:00.000Z",
  visitor: VISITOR,
  decision: "granted",
  text_version: "2026-11",
  privacy_version: "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a12",
  privacy_at: "2026-11-19T18:00:00Z",
  language: "en",
  site_tag: "cdmx",
  bookings: 0,
  ...over,
});
const event = (id: string, over: Partial<ListedEvent>): ListedEvent => ({
  id,
  created_at: "2026-11-20T18:00:00.000Z",
  sent_at: null,
  kind: "Purchase",
  event_id: `purchase.${id}`,
  status: "queued",
  attempts: 0,
  last_error: null,
  booking_id: `booking-${id}`,
  reference: `REF-${id}`,
  money: { amount: 64_000, currency: "MXN" },
  ...over,
});
const reporting = (events: ListedEvent[]): ConsentsProps => ({
  log: null,
  reported: { events, counts: [], filter: EVENT_LIST.values({ view: "events" }), size: 50, total: events.length },
  configured: CONFIGURED,
});

async function page(locale: "en" | "es", output: ConsentsProps): Promise<string> {
  const i18n = await i18nFor(locale);
  const path = locale === "es" ? "/es/admin/consents" : "/admin/consents";
  const element = (
    <PageTexts value={i18n}>
      <Consents {...output} />
    </PageTexts>
  );
  const router = createMemoryRouter([{ path, element }], { initialEntries: [path] });
  return renderToString(<RouterProvider router={router} />);
}

/** The rows of the page's table, each as the texts of its cells. */
const rows = (html: string): string[][] =>
  [...html.matchAll(/<tr\b.*?<\/tr>/gs)].slice(1).map(([row]) =>
    [...row.matchAll(/<td\b.*?<\/td>/gs)].map(([cell]) =>
      cell
        .replaceAll("<!-- -->", "")
        .replaceAll(/<[^>]+>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">"),
    ),
  );

test("each decision is a row with what was asked, where and by whom, and goes with the file as filtered", async () => {
  const html = await page("en", {
    log: {
      consents: [
        decision(3, { decision: "withdrawn" }),
        decision(2, { decision: "rejected", language: "es", site_tag: "oaxaca" }),
        decision(1, { bookings: 2 }),
      ],
      newer: null,
      older: 1,
      counts: [{ decision: "granted", language: "en", count: 7 }],
      filter: CONSENT_LIST.values({ language: "en" }),
    },
    reported: null,
    configured: CONFIGURED,
  });
  const when = expect.stringMatching(/Nov.* 12:00/);
  expect(rows(html)).toEqual([
    [when, "Withdrawn", "English", "2026-11", "Nov 19, 2026", "cdmx", VISITOR, "0"],
    [when, "Rejected", "Spanish", "2026-11", "Nov 19, 2026", "oaxaca", VISITOR, "0"],
    [when, "Accepted", "English", "2026-11", "Nov 19, 2026", "cdmx", VISITOR, "2"],
  ]);
  expect(html).toContain("7 accepted, 0 rejected, 0 withdrawn");
  expect(html).toContain('href="/admin/consents/log.csv?language=en"');
});

test("each report says its state and why, in the viewer’s language, and leads to its booking", async () => {
  const html = await page(
    "es",
    reporting([
      event("1", {}),
      event("2", { status: "sent", attempts: 1, sent_at: "2026-11-20T18:00:30.000Z" }),
      event("3", { status: "failed", attempts: 8, last_error: "400: Invalid <parameter>" }),
      event("4", { status: "withheld", last_error: "withdrawn" }),
      event("5", { status: "failed", attempts: 1, last_error: "500", money: null }),
    ]),
  );
  expect(rows(html).map(([, ...row]) => row)).toEqual([
    ["Compra", "REF-1", "MX$640", "En espera", "en la fila"],
    ["Compra", "REF-2", "MX$640", "Enviado", expect.stringMatching(/nov.* 12:00/)],
    ["Compra", "REF-3", "MX$640", "Falló", "8 intentos: 400: Invalid <parameter>"],
    ["Compra", "REF-4", "MX$640", "Retenido", "el consentimiento se retiró antes"],
    ["Compra", "REF-5", "–", "Falló", "1 intento: 500"],
  ]);
  expect(html).not.toContain("<parameter>");
  expect(html).toContain('href="/es/admin/bookings/booking-4"');
});

test("without a pixel it says what follows, and where nothing was reported what would be", async () => {
  const html = await page("en", {
    ...reporting([]),
    configured: { ...CONFIGURED, pixelId: null, token: false },
  });
  expect(html).toContain("Without a pixel nobody is asked, and nothing is reported.");
  expect(html).toContain("Nothing has been reported yet");
});
