import { expect, test } from "vitest";
import { bankOf, clabeOf, isClabe, lastFour } from "#src/modules/sales/affiliates/rules/payout.ts";

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
