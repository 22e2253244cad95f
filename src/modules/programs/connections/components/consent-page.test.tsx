import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { Locale } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import OauthConsent from "#src/modules/programs/connections/components/consent-page.tsx";
import type { Consent } from "#src/modules/programs/connections/schema.ts";

const ASKED: Consent = {
  program: "<b>Concierge</b>",
  host: "assistant.example",
  email: "ana@ronda.test",
  scopes: ["bookings:read", "tonight:read"],
  until: "2026-12-20",
};

async function page(
  consent: Consent | null,
  { locale = "en", next = "" }: { locale?: Locale; next?: string } = {},
): Promise<string> {
  const data = { loaderData: { consent }, actionData: next === "" ? undefined : { done: true, next } };
  const props = data as unknown as Parameters<typeof OauthConsent>[0];
  const router = createMemoryRouter([{ path: "/", element: <OauthConsent {...props} /> }]);
  return renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <RouterProvider router={router} />
    </PageTexts>,
  );
}

test.each([
  ["en", "Read bookings with their guests", "Allow"],
  ["es", "Leer reservas y de quién son", "Permitir"],
] as const)(
  "says in %s which program asks for what, until when, and where the answer goes",
  async (locale, scope, allow) => {
    const html = await page(ASKED, { locale });
    expect(html).toContain("&lt;b&gt;Concierge&lt;/b&gt;");
    for (const text of ["assistant.example", "ana@ronda.test", "2026", scope, allow]) expect(html).toContain(text);
    expect(html).toMatch(/<form[^>]* method="post"[^]*value="allow"[^]*value="deny"[^]*<\/form>/);
    expect(html.match(/<button[^>]* name="answer"/g)).toHaveLength(2);
  },
);

test("offers nothing to allow to whose role allows nothing of it", async () => {
  const html = await page({ ...ASKED, scopes: [] });
  expect(html).not.toContain('value="allow"');
  expect(html).toContain('value="deny"');
});

test("leads on without scripts once it is answered, by another request than the form's", async () => {
  const html = await page(null, { next: "/oauth/authorize/abc" });
  expect(html).toContain('http-equiv="refresh" content="0;url=/oauth/authorize/abc"');
  expect(html).toContain('href="/oauth/authorize/abc"');
});

test("says that there is nothing to answer", async () => {
  expect(await page(null)).not.toContain("<form");
});
