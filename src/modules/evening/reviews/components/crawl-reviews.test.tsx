import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { CrawlReviews } from "#src/modules/evening/reviews/components/crawl-reviews.tsx";
import type { CrawlReviews as Reviews } from "#src/modules/evening/reviews/schema.ts";

const REVIEWS: Reviews = {
  distribution: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: stars === 5 ? 9 : stars === 2 ? 1 : 0 })),
  total: 10,
  average: 4.7,
  language: "all",
  counts: { all: 8, en: 5, es: 3 },
  reviews: [
    {
      id: "a",
      stars: 2,
      text: "Faltó <música>",
      language: "es",
      author: "Karla",
      country: "México",
      date: "2026-11-21",
    },
  ],
};

async function page(reviews: Reviews | null, address = "/"): Promise<string> {
  const Stub = createRoutesStub([{ path: "/", Component: () => <CrawlReviews reviews={reviews} steps={1} /> }]);
  return renderToStaticMarkup(
    <PageTexts value={await i18nFor("en")}>
      <Stub initialEntries={[address]} />
    </PageTexts>,
  );
}

test("where nobody has said anything, nothing is said", async () => {
  expect(await page(null)).toBe("");
});

test("everybody's stars are told in words, and a review in its own language", async () => {
  const output = await page(REVIEWS);
  expect(output).toContain("5 stars: 9 reviews");
  expect(output).toContain("2 stars: 1 review<");
  expect(output).toMatch(/<blockquote lang="es"[^>]*>Faltó &lt;música&gt;</);
  expect(output).toContain("Karla</strong>, México · November 2026");
});

test("links to a language and to more need no scripts, and keep what else the address says", async () => {
  const output = (await page(REVIEWS, "/?date=2026-12-01")).replaceAll("&amp;", "&");
  for (const to of ["es-1#reviews", "en-1#reviews", "all-1#reviews", "all-2#review-2"])
    expect(output).toContain(`href="/?date=2026-12-01&reviews=${to}"`);
  expect(output).toContain("Show 6 more");
});

test("reviews of one language alone offer no choice of it", async () => {
  const output = await page({ ...REVIEWS, counts: { all: 1, en: 0, es: 1 } });
  expect(output).not.toContain("Language of the reviews");
  expect(output).not.toContain("more</a>");
});

test("stars without words stand alone", async () => {
  const output = await page({ ...REVIEWS, counts: { all: 0, en: 0, es: 0 }, reviews: [] });
  expect(output).toContain("10 reviews");
  expect(output).not.toContain("<ol");
});
