import { expect, test } from "vitest";
import { byLetters } from "#src/kernel/letters.ts";

test("names stand in the order of the alphabet, ñ after n", () => {
  const names = [
    "Zoë",
    "ángel",
    "Ñandú",
    "Łukasz",
    "Nube",
    "Luz",
    "Ana",
    "Ødegård",
    "Oso",
    "Bar 10",
    "Bar 9",
    "Nzeogwu",
  ];
  expect(names.toSorted(byLetters)).toEqual([
    "Ana",
    "ángel",
    "Bar 9",
    "Bar 10",
    "Łukasz",
    "Luz",
    "Nube",
    "Nzeogwu",
    "Ñandú",
    "Ødegård",
    "Oso",
    "Zoë",
  ]);
});
