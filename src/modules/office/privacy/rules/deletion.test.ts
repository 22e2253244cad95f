import { expect, test } from "vitest";
import { isDeleteWord, isUpcoming } from "#src/modules/office/privacy/rules/deletion.ts";

test.each([
  ["DELETE", true],
  [" delete ", true],
  ["borrar", true],
  ["", false],
  ["DELETED", false],
])("%j is the word: %s", (input, is) => {
  expect(isDeleteWord(input)).toBe(is);
});

const now = new Date("2026-11-20T18:00:00Z");
test.each([
  ["confirmed", 1, true],
  ["confirmed", 0, false],
  ["confirmed", -1, false],
  ["pending", 1, false],
  ["cancelled", 1, false],
])("%s and over in %d ms is upcoming: %s", (status, ms, is) => {
  expect(isUpcoming({ status, ends_at: new Date(+now + ms) }, now)).toBe(is);
});
