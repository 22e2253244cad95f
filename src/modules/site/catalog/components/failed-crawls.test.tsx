import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { FailedCrawls } from "#src/modules/site/catalog/components/failed-crawls.tsx";

const NOT_FOUND = { status: 404, statusText: "", internal: false, data: null };

test.each([
  [
    "en",
    new Error("the database is down"),
    ["Failed to load pub crawls", "Please refresh the page or try again later."],
  ],
  ["es", new Error("the database is down"), ["No se pudieron cargar los recorridos", 'href="/crawls?city=oaxaca"']],
  ["en", NOT_FOUND, ["Page Not Found"]],
] as const)("in %s a page of crawls that fails with %o says %s", async (locale, error, texts) => {
  const routes = [{ id: "crawls", path: "/crawls", element: <p>crawls</p>, errorElement: <FailedCrawls /> }];
  const router = createMemoryRouter(routes, {
    initialEntries: ["/crawls?city=oaxaca"],
    hydrationData: { errors: { crawls: error } },
  });
  const html = renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <RouterProvider router={router} />
    </PageTexts>,
  );
  for (const text of texts) expect(html).toContain(text);
});
