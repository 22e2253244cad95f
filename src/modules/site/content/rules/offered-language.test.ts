import { expect, test } from "vitest";
import { offeredLanguage } from "#src/modules/site/content/rules/offered-language.ts";

test.each([
  ["en", null, ["es-MX", "es", "en"], "es"],
  ["en", null, ["fr-FR", "es"], "es"],
  ["en", null, ["en-US", "es"], null],
  ["es", null, ["en-GB"], "en"],
  ["es", null, ["de-DE", "fr"], null],
  ["en", null, [], null],
  // what was chosen here outweighs the browser
  ["en", "en", ["es-MX"], null],
  ["en", "es", ["en-US"], "es"],
  ["es", "en", ["es-MX"], "en"],
  ["en", "klingon", ["es-MX"], "es"],
] as const)("on a page in %s, chosen %s, spoken %j: offers %s", (expected, chose, spoken, offered) =>
  expect(offeredLanguage(expected, chose, spoken)).toBe(offered),
);
