import { renderToString } from "react-dom/server";
import { createRoutesStub, Outlet, useRouteError } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { PageFailure } from "#src/modules/site/content/components/failure-page.tsx";

const texts = { en: await i18nFor("en"), es: await i18nFor("es") };

/** A page whose loader failed with `error`, in a layout with header and footer. */
function failed(error: unknown, locale: "en" | "es" = "en") {
  const Boundary = () => <PageFailure error={useRouteError()} />;
  const Site = () => (
    <>
      <header>HEADER</header>
      <Outlet />
      <footer>FOOTER</footer>
    </>
  );
  const page = { id: "page", path: "/", Component: () => "PAGE" };
  const Stub = createRoutesStub([
    {
      id: "root",
      loader: () => null,
      children: [
        { id: "site", Component: Site, children: [{ id: "pages", ErrorBoundary: Boundary, children: [page] }] },
      ],
    },
  ] as Parameters<typeof createRoutesStub>[0]);
  const hydrationData = { loaderData: { root: { requestId: "r-17", origin: "" } }, errors: { pages: error } };
  return renderToString(
    <PageTexts value={texts[locale]}>
      <Stub initialEntries={["/"]} hydrationData={hydrationData} />
    </PageTexts>,
  );
}

test.each(["en", "es"] as const)("a failed page says so between header and footer, with its number (%s)", (locale) => {
  const page = failed(new Error("no database"), locale);
  expect(page).toMatch(/HEADER.*<h1.*r-17.*FOOTER/s);
  expect(page).toContain(texts[locale].t("failure.title"));
  expect(page).not.toContain("no database");
});

test("the heading is the product's own", () =>
  expect(failed(new Error("x"))).toContain("Unexpected Application Error!"));

test("a page that is none is no failure", () => {
  const page = failed({ status: 404, statusText: "", internal: false, data: null });
  expect(page).toMatch(/HEADER.*Page Not Found.*FOOTER/s);
  expect(page).not.toContain("r-17");
});
