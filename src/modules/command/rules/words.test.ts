import { expect, test } from "vitest";
import { dayWords, hasWords, wordsOf } from "#src/modules/command/rules/words.ts";

const today = "2026-11-20";
const departure = (date: string) => ["Roma–Condesa Pub Crawl", "Ciudad de México", ...dayWords(date, today)];

test.each([
  ["sat roma", "2026-11-21", true],
  ["roma sab", "2026-11-21", true],
  ["SÁBADO condesa", "2026-11-21", true],
  ["sat roma", "2026-11-22", false],
  ["tonight", today, true],
  ["hoy", today, true],
  ["manana", "2026-11-21", true],
  ["21 nov", "2026-11-21", true],
  ["2026-11-21", "2026-11-21", true],
  ["mexico", today, true],
  ["", today, true],
  ["oaxaca", today, false],
])("“%s” finds the departure of %s: %s", (input, date, found) =>
  expect(hasWords(wordsOf(input), departure(date))).toBe(found),
);
