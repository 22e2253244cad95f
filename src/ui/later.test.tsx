import { Suspense } from "react";
import { prerender } from "react-dom/static";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts, ShownAreas, useText } from "#src/locales/use-text.ts";
import { later } from "#src/ui/later.tsx";

// What a browser makes of the parts: tests/e2e/home.test.ts.

function Form({ city }: { city: string }) {
  const { t } = useText("errors");
  return (
    <form action="/book" title={t("common.brand")}>
      {city}
    </form>
  );
}

/** The HTML that the server sends for a page with this in it, and the areas of texts that the page loads before it responds. */
async function rendered(part: React.ReactNode) {
  const areas = new Set<string>();
  const router = createMemoryRouter([{ path: "/", element: part }]);
  const { prelude } = await prerender(
    <PageTexts value={await i18nFor("en")}>
      <ShownAreas value={areas}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </ShownAreas>
    </PageTexts>,
  );
  return { html: await new Response(prelude).text(), areas: [...areas] };
}

test("the server sends a part's whole HTML, once, under its name and when its code is fetched", async () => {
  const Part = later("booking", () => Promise.resolve(Form), "touched");
  const { html } = await rendered(<Part city="Oaxaca" />);
  expect(html).toContain(
    '<div data-later="booking" data-when="touched" class="contents"><!--$--><form title="Ronda" action="/book">Oaxaca</form>',
  );
  expect(html.match(/Oaxaca/g)).toHaveLength(1);
});

test("without a word of when, its code is fetched as it nears the screen", async () => {
  const Part = later("booking", () => Promise.resolve(Form));
  expect((await rendered(<Part city="Oaxaca" />)).html).toContain('data-when="near"');
});

test("the page doesn't load the texts of its parts, only its own", async () => {
  const Part = later("booking", () => Promise.resolve(Form));
  expect((await rendered(<Part city="Oaxaca" />)).areas).toEqual([]);
  expect((await rendered(<Form city="Oaxaca" />)).areas).toEqual(["errors", "common"]);
});
