import { describe, expect, test } from "vitest";
import {
  clampSteps,
  inEveryStar,
  knowsShown,
  lineOf,
  shownChoice,
  shownValue,
} from "#src/modules/evening/reviews/rules/review-choice.ts";

test.each([
  [null, { language: "all", steps: 1 }],
  ["es-3", { language: "es", steps: 3 }],
  ["en-20", { language: "en", steps: 20 }],
  ["en-21", { language: "all", steps: 1 }],
  ["fr-1", { language: "all", steps: 1 }],
  ["es-0", { language: "all", steps: 1 }],
])("the address %s asks for %o", (value, choice) => {
  expect(shownChoice(value)).toEqual(choice);
});

test("what a link asks for is known, and never more than a page holds", () => {
  for (const steps of [0, 1, 19, 20, 21])
    for (const language of ["all", "en", "es"] as const) {
      const value = shownValue({ language, steps });
      expect(knowsShown(value)).toBe(true);
      expect(shownChoice(value)).toEqual({ language, steps: clampSteps(steps) });
    }
  expect(knowsShown("all-99")).toBe(false);
});

test("stars that nobody gave are said as none", () => {
  expect(inEveryStar([{ stars: 4, count: 2 }])).toEqual([
    { stars: 5, count: 0 },
    { stars: 4, count: 2 },
    { stars: 3, count: 0 },
    { stars: 2, count: 0 },
    { stars: 1, count: 0 },
  ]);
});

describe("a line of a review", () => {
  const long = "word ".repeat(40).trim();

  test.each([
    ["short ones stay as they are", "¡Qué buena noche!", "¡Qué buena noche!"],
    ["line breaks become spaces", "Great.\n\nReally great.", "Great. Really great."],
    ["whole sentences that fit", `We laughed a lot! ${long}`, "We laughed a lot!"],
    ["as many of them as fit", `One. Two. ${long}`, "One. Two."],
  ])("%s", (_, comment, line) => {
    expect(lineOf(comment)).toBe(line);
  });

  test("a long sentence ends after a word, and says that it goes on", () => {
    const line = lineOf(long);
    expect(line.endsWith("word…")).toBe(true);
    expect(line.length).toBeLessThanOrEqual(141);
    expect(lineOf("x".repeat(300)).length).toBeLessThanOrEqual(141);
  });
});
