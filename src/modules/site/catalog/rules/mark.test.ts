import { expect, test } from "vitest";
import { CRAWL_COLOURS, nextColour, shortNameOf } from "#src/modules/site/catalog/rules/mark.ts";

test.each([
  [[], "agave"],
  [["agave"], "jacaranda"],
  [["jacaranda", "marigold"], "agave"],
  [[...CRAWL_COLOURS], "agave"],
  [[...CRAWL_COLOURS, "agave"], "jacaranda"],
])("beside %j a new crawl is %s", (used, colour) => {
  expect(nextColour(used)).toBe(colour);
});

const crawl = { title: "Ronda Mexico City", title_es: "Ronda Ciudad de México", short_name: null, short_name_es: null };
test.each([
  ["en", {}, "Ronda Mexico City"],
  ["es", {}, "Ronda Ciudad de México"],
  ["en", { short_name: "CDMX" }, "CDMX"],
  ["es", { short_name: "CDMX" }, "CDMX"],
  ["es", { short_name: "Mexico", short_name_es: "México" }, "México"],
  ["en", { short_name_es: "México" }, "Ronda Mexico City"],
] as const)("a short name in %s of %j is %s", (locale, own, name) => {
  expect(shortNameOf(locale, { ...crawl, ...own })).toBe(name);
});
