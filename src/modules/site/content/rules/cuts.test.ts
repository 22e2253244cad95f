import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { CAMPAIGN_CRAWLS, CITIES, CRAWLS } from "#db/seeds/demo/crawls.ts";
import { cardOf, cutOf } from "#src/modules/site/content/rules/cuts.ts";

const stored = (path: string) => existsSync(new URL(`../../../../../public${path}`, import.meta.url));

test.each([...CITIES, ...CRAWLS].map(({ image }) => image))("%s has crops and share cards of its own", (image) => {
  expect(["wide", "tall"].filter((cut) => !stored(`${cutOf(image)}-${cut}-960.avif`))).toEqual([]);
  const cards = (["en", "es"] as const).map((locale) => cardOf(image, locale) ?? "none");
  expect(cards.filter((card) => !stored(card))).toEqual([]);
});

test("other pictures have none", () => {
  expect([cutOf("/uploads/abc"), cutOf(null), cardOf("/uploads/abc", "en"), cardOf(null, "es")]).toEqual(
    Array(4).fill(undefined),
  );
});

test("a crawl's gallery says what it shows, and nothing of it is what another crawl sells", () => {
  const campaigns = CAMPAIGN_CRAWLS.map(({ image }) => image);
  for (const { title, gallery, picture_alts } of CRAWLS) {
    expect(
      gallery.filter((picture) => campaigns.includes(picture)),
      title,
    ).toEqual([]);
    expect(Object.keys(picture_alts).toSorted(), title).toEqual(gallery.toSorted());
  }
});
