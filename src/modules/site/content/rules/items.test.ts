import { expect, test } from "vitest";
import { changed, placedAfter } from "#src/modules/site/content/rules/items.ts";

test.each([
  ["a", null, "abc"],
  ["c", null, "cab"],
  ["a", "c", "bca"],
  ["c", "a", "acb"],
  ["b", "a", "abc"],
  ["a", "a", undefined],
  ["x", "a", undefined],
  ["a", "x", undefined],
])("%s after %s makes abc %s", (id, after, expected) =>
  expect(placedAfter(["a", "b", "c"], id, after)?.join("")).toBe(expected),
);

test("what became another value is told with both", () =>
  expect(changed({ alt: "A bar", alt_es: "" }, { alt: "A bar", alt_es: "Un bar" })).toEqual({
    alt_es: ["", "Un bar"],
  }));
