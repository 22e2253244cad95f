import { expect, test } from "vitest";
import { beginsNearly, hasWords, wordsOf } from "#src/modules/office/command/rules/words.ts";

const texts = ["Roma–Condesa Pub Crawl", "Ciudad de México"];

test.each([
  ["roma condesa", true],
  ["CRAWL rom", true],
  ["mexico", true],
  ["", true],
  ["oaxaca", false],
  ["mexcio", false],
])("“%s” finds the crawl: %s", (input, found) => expect(hasWords(wordsOf(input), texts)).toBe(found));

test.each([
  ["mexcio", true],
  ["condessa", true],
  ["rmoa crawl", true],
  ["oaxaca", false],
])("“%s” nearly finds it: %s", (input, found) => expect(hasWords(wordsOf(input), texts, beginsNearly)).toBe(found));
