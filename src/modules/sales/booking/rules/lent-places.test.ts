import { expect, test } from "vitest";
import { type LentPlaces, placesToLend } from "#src/modules/sales/booking/rules/lent-places.ts";

const NIGHT: LentPlaces = { free: 30, lent: 0, own: 0, here: 0 };

test.each<[string, number, Partial<LentPlaces>, number]>([
  ["what it wants", 4, {}, 4],
  ["what it lacks", 4, { free: 27, lent: 3, own: 3, here: 3 }, 1],
  ["nothing by default", 0, {}, 0],
  ["a third of the night", 20, {}, 10],
  ["what its owner's other phones leave of that", 20, { free: 23, lent: 7, own: 7 }, 3],
  ["nothing where they have it", 4, { free: 20, lent: 10, own: 10 }, 0],
  ["what others leave of half of the night", 8, { free: 17, lent: 13 }, 2],
  ["nothing where others have half", 8, { free: 15, lent: 15 }, 0],
  ["the last place", 4, { free: 1 }, 1],
  ["nothing of a full night", 4, { free: 0 }, 0],
  ["nothing where fewer are wanted than it has", 2, { free: 26, lent: 4, own: 4, here: 4 }, 0],
])("a phone gets %s", (_, wish, places, expected) => {
  expect(placesToLend(wish, { ...NIGHT, ...places })).toBe(expected);
});
