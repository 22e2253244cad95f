import { expect, test } from "vitest";
import { isOneLine, isPlainText } from "#src/kernel/plain-text.ts";

test.each([
  ["Sofía Núñez 🍻", true, true],
  ["two\nlines", false, true],
  ["two\r\nlines", false, true],
  ["a\ttab", false, true],
  ["a bell \u0007", false, false],
  ["a NUL \u0000", false, false],
  ["turned \u202E around", false, false],
  ["half a character \uD800", false, false],
  ["a line separator \u2028", false, false],
])("%j stands in one line: %s, is plain: %s", (text, line, plain) => {
  expect([isOneLine(text), isPlainText(text)]).toEqual([line, plain]);
});
