import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const VARIES = {
  en: /varies: rooftop bar, a club in one district, or a monthly underground club in another/i,
  es: /varía: una terraza, un antro en una zona o un antro clandestino mensual en otra/i,
};
const PLACES = [
  ["content-home", "content-home.route.last.text"],
  ["catalog", "catalog.route.last"],
  ["documents", "documents.about.stop5Text"],
] as const;

test.each(["en", "es"] as const)(
  "wherever the last stop is described, it varies as the specification says (2.5, item 7), in %s",
  (locale) => {
    for (const [area, id] of PLACES) {
      const texts = JSON.parse(readFileSync(`src/locales/${locale}/${area}.json`, "utf8")) as Record<string, string>;
      expect(texts[id], id).toMatch(VARIES[locale]);
    }
  },
);
