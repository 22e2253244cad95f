import { expect, test } from "vitest";
import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";

const now = new Date("2026-11-20T18:00:00Z");
test.each([
  [0, "en", "this minute"],
  [59_999, "en", "this minute"],
  [60_000, "en", "1 minute ago"],
  [3_600_000, "en", "1 hour ago"],
  [7_200_000, "es", "hace 2 horas"],
  [24 * 3_600_000, "en", "yesterday"],
  [24 * 3_600_000, "es", "ayer"],
  [-5000, "en", "this minute"],
] as const)("%d ms ago in %s is %s", (ms, locale, words) => {
  expect(lastUsed(new Date(now.getTime() - ms), now, locale)).toBe(words);
});
