import { expect, test } from "vitest";
import { countryChoices, countryName } from "#src/kernel/countries.ts";

test.each([
  ["en", "US", "United States"],
  ["es", "US", "Estados Unidos"],
  ["en", "HK", "Hong Kong"],
  ["es", "HK", "Hong Kong"],
  ["es", "OTHER", ""],
] as const)("in %s %s is called %s", (locale, code, name) => expect(countryName(locale, code)).toBe(name));

test.each(["en", "es"] as const)("no choice in %s carries an official title, and Other comes last", (locale) => {
  const labels = countryChoices(locale, "Other").map(({ label }) => label);
  expect(labels.filter((label) => /SAR|RAE|[()]/.test(label))).toEqual([]);
  expect(labels.at(-1)).toBe("Other");
});
