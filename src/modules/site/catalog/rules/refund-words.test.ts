import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { refundWords } from "#src/modules/site/catalog/rules/refund-words.ts";

const until = new Date("2026-11-27T02:00:00Z");

test.each([
  ["en", "America/Mexico_City", "Free to cancel until Thu, Nov 26, 8:00 PM: you get everything back."],
  ["en", "America/Cancun", "Free to cancel until Thu, Nov 26, 9:00 PM: you get everything back."],
  ["es", "America/Mexico_City", "Cancela gratis hasta el jue 26 de nov, 20:00 hrs: te devolvemos todo."],
] as const)("the refund rule has its hour in the city's time (%s, %s)", async (locale, zone, words) => {
  const { t } = await i18nFor(locale);
  expect(refundWords(t, locale, until, zone)).toBe(words);
});

test("a night of another year is said with its year", async () => {
  const { t } = await i18nFor("en");
  expect(refundWords(t, "en", new Date("2027-01-02T02:00:00Z"), "America/Mexico_City", "2026-11-20")).toContain("2027");
});
