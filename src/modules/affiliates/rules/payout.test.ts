import { expect, test } from "vitest";
import { bankOf, clabeOf, isClabe, isRfc, lastFour, rfcOf } from "#src/modules/affiliates/rules/payout.ts";

test.each([
  // the example of the standard
  ["032180000118359719", true],
  ["002010077777777771", true],
  ["032180000118359718", false],
  ["032180000118395719", false],
  ["03218000011835971", false],
  ["0321800001183597190", false],
  ["03218000011835971a", false],
  ["", false],
])("%s is a CLABE: %s", (digits, is) => expect(isClabe(digits)).toBe(is));

test("one wrong digit is always found", () => {
  const right = "032180000118359719";
  for (let at = 0; at < 18; at++)
    for (let digit = 0; digit <= 9; digit++) {
      const typed = right.slice(0, at) + digit + right.slice(at + 1);
      expect(isClabe(typed), typed).toBe(typed === right);
    }
});

test("spaces and dashes in what is typed don't count, and the bank is told where it is known", () => {
  expect(clabeOf("032 180 00011835971-9")).toBe("032180000118359719");
  expect([bankOf("012180000000000000"), bankOf("999180000000000000")]).toEqual(["BBVA México", null]);
  expect([lastFour("032180000118359719"), lastFour(null)]).toEqual(["…9719", null]);
});

test("every bank that is known has a name of its own", () => {
  const codes = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, "0"));
  const names = codes.map((code) => bankOf(`${code}180000000000000`)).filter((name) => name !== null);
  expect(names.filter((name, at) => name.trim() === "" || names.indexOf(name) !== at)).toEqual([]);
});

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
