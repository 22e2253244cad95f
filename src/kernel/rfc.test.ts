import { expect, test } from "vitest";
import { followsCheckDigit, isRfc, rfcOf } from "#src/kernel/rfc.ts";

test("an RFC is kept in capitals, without what people put between its parts", () =>
  expect(rfcOf("gode 561231-gr8")).toBe("GODE561231GR8"));

test.each([
  ["GODE561231GR8", true],
  ["GODE561231GR88", false],
  ["ABC010001AB1", false],
  ["ABC010100AB1", false],
  ["ABC011231AB1", true],
  ["abc-010229-ab1", false],
  ["ABC000229AB1", true],
  ["ABC040229ABA", true],
  ["ABC010229AB1", false],
  ["Ñ&A990101001", true],
  ["ABC011301AB1", false],
  ["ABC010132AB1", false],
  ["AB010101AB1", false],
  ["ABCDE010101AB1", false],
  ["ABC010101AB_", false],
  ["ABC010101ABZ", false],
])("%s has the form of an RFC: %s", (typed, is) => expect(isRfc(rfcOf(typed))).toBe(is));

test.each([
  ["NUSO900101AB1", true],
  ["ÑÑ&900101AB1", true],
  ["PME010101AB1", true],
  // 2000 was a leap year, 1901 and 2001 weren't
  ["NUSO000229AB1", true],
  ["NUSO010229AB1", false],
  ["NUSO900431AB1", false],
  ["NUSO900100AB1", false],
  ["NUSO901301AB1", false],
  ["NUSO900101AB", false],
  ["NUSO900101ABB", false],
  ["N900101AB1", false],
])("%s is an RFC: %s", (text, is) => expect(isRfc(text)).toBe(is));

// the first two are public: the authority's own, and the example that explains the rule
test.each([
  ["SAT970701NN3", true],
  ["GODE561231GR8", true],
  ["GODE561231GR7", false],
  ["XEXX010101000", true],
])("the last character of %s follows the rule: %s", (rfc, follows) => expect(followsCheckDigit(rfc)).toBe(follows));
