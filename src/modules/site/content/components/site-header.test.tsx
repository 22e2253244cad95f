import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { LanguageProvider } from "#src/modules/site/content/components/language-provider.tsx";
import { SiteHeader } from "#src/modules/site/content/components/site-header.tsx";
import { OwnLogos } from "#src/ui/own-logos.ts";

const texts = { en: await i18nFor("en"), es: await i18nFor("es") };

test.each([
  ["admin", "Admin Account", "Cuenta de administrador"],
  ["manager", "Manager Account", "Cuenta de gerente"],
  ["support", "Support Account", "Cuenta de atención"],
  ["marketing", "Marketing Account", "Cuenta de marketing"],
  ["bookkeeper", "Bookkeeper Account", "Cuenta de contabilidad"],
  ["guide", "Guide Account", "Cuenta de guía"],
  ["customer", "User Account", "Cuenta de usuario"],
  [null, "User Account", "Cuenta de usuario"],
])("the profile menu names the role %s", (role, en, es) => {
  const account = { email: "ana@example.com", role, cities: null };
  const Stub = createRoutesStub([
    {
      path: "*",
      Component: () => (
        <LanguageProvider>
          <SiteHeader account={account} pages={[]} staffPages={[]} cities={[]} onSignOut={() => {}} />
        </LanguageProvider>
      ),
    },
  ]);
  const header = (locale: "en" | "es") =>
    renderToString(
      <PageTexts value={texts[locale]}>
        <Stub initialEntries={[locale === "es" ? "/es" : "/"]} />
      </PageTexts>,
    );
  expect(header("en")).toContain(en);
  expect(header("es")).toContain(es);
});

test("the Halloween page shows the operator's logo, and Ronda's for that page only where there is none", () => {
  const Stub = createRoutesStub([
    {
      path: "*",
      Component: () => (
        <LanguageProvider>
          <SiteHeader account={null} cities={[]} pages={[]} staffPages={[]} onSignOut={() => {}} />
        </LanguageProvider>
      ),
    },
  ]);
  const header = (light: { src: string; width: number; height: number } | null) =>
    renderToString(
      <PageTexts value={texts.en}>
        <OwnLogos value={{ light, dark: null }}>
          <Stub initialEntries={["/cdmx-halloween-crawl"]} />
        </OwnLogos>
      </PageTexts>,
    );
  expect(header(null)).toMatch(/logo-halloween[^"]*\.svg/);
  const own = header({ src: "/uploads/own", width: 200, height: 80 });
  expect(own).toContain("/uploads/own-640.webp");
  expect(own).not.toContain("logo-halloween");
});

test.each([
  ["who is signed in", { email: "ana@example.com", role: "customer", cities: null }, [true, false, false]],
  ["nobody", null, [false, true, false]],
  ["everybody", undefined, [true, true, true]],
])("a page for %s has the menu, the link to sign in, or both until the document is marked", (_, account, shows) => {
  const Stub = createRoutesStub([
    {
      path: "*",
      Component: () => (
        <LanguageProvider>
          <SiteHeader account={account} cities={[]} pages={[]} staffPages={[]} onSignOut={() => {}} />
        </LanguageProvider>
      ),
    },
  ]);
  const header = renderToString(
    <PageTexts value={texts.en}>
      <Stub initialEntries={["/faq"]} />
    </PageTexts>,
  );
  const marked = [
    "data-if-signed-in",
    "[html:not([data-signed-in])_&amp;]:hidden!",
    "[html[data-signed-in]_&amp;]:hidden!",
  ];
  expect(["Your account", "Sign In"].map((name) => header.includes(name))).toEqual(shows.slice(0, 2));
  expect(marked.map((part) => header.includes(part))).toEqual(Array(3).fill(shows[2]));
});
