import { expect, test } from "vitest";
import { tidyPath, inLocale, localeOfPath, localizedPath } from "#src/kernel/localized.ts";

test.each([
  ["/", "es", "/es"],
  ["/es", "en", "/"],
  ["/checkout?departure=1", "es", "/es/checkout?departure=1"],
  ["/es/checkout?departure=1", "es", "/es/checkout?departure=1"],
  ["/es/checkout", "en", "/checkout"],
  ["/estonia", "en", "/estonia"],
  ["/#booking", "es", "/es#booking"],
  ["/es#booking", "en", "/#booking"],
] as const)("%s in %s is %s", (path, locale, expected) => expect(localizedPath(path, locale)).toBe(expected));

test.each([
  ["/es", "es"],
  ["/es/checkout", "es"],
  ["/es.data", "es"],
  ["/estonia", "en"],
  ["/", "en"],
] as const)("%s is %s", (path, locale) => expect(localeOfPath(path)).toBe(locale));

test("an unwritten translation falls back to English", () => {
  expect(inLocale("es", "hi", null)).toBe("hi");
  expect(inLocale("es", ["a"], [])).toEqual(["a"]);
  expect(inLocale("es", "hi", "hola")).toBe("hola");
  expect(inLocale("en", "hi", "hola")).toBe("hi");
});

test.each([
  ["/crawls/", "/crawls"],
  ["/ES/Crawls", "/es/crawls"],
  ["/es/", "/es"],
  ["/crawls/mexico-city", null],
  ["/", null],
  ["//", "/"],
  ["/es///", "/es"],
  ["/%66aq", "/faq"],
  ["/crawls/%6Dexico%2dcity", "/crawls/mexico-city"],
  ["/crawls%2Fmexico-city", null],
  ["/caf%C3%A9", null],
  ["/%zz/", null],
  ["//evil.example/", null],
  ["//evil.example", null],
  ["/a//b/", null],
  ["/\\evil.example/", null],
  ["/%2F%2Fevil.example/", null],
])("%s is tidied to %s", (path, tidy) => expect(tidyPath(path)).toBe(tidy));
