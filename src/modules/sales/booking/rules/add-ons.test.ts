import { expect, test } from "vitest";
import { addOnsWithFewer, lessOfAddOns, worthOfHandedOut } from "#src/modules/sales/booking/rules/add-ons.ts";

const ride = { id: "ride", quantity: 3, amount: 1000, per_person: true, redeemed: 0 };
const shirt = { id: "shirt", quantity: 3, amount: 7500, per_person: false, redeemed: 1 };

test.each([
  ["with as many people nothing changes", [ride, shirt], { people: 3, leaving: 0 }, [], 0],
  [
    "who leaves gives theirs back, at a share that adds up",
    [ride, shirt],
    { people: 2, leaving: 1 },
    [{ id: "ride", quantity: 2, amount: 667 }],
    333,
  ],
  [
    "what was handed out stays",
    [{ ...ride, redeemed: 2 }],
    { people: 1, leaving: 2 },
    [{ id: "ride", quantity: 2, amount: 667 }],
    333,
  ],
  ["nobody gives back what they haven't", [{ ...ride, quantity: 1, amount: 500 }], { people: 2, leaving: 1 }, [], 0],
  [
    "what was kept of who left before stays",
    [ride],
    { people: 1, leaving: 1 },
    [{ id: "ride", quantity: 2, amount: 667 }],
    333,
  ],
])("%s", (_, lines, fewer, changes, less) => {
  expect(addOnsWithFewer(lines, fewer)).toEqual(changes);
  expect(lessOfAddOns(lines, fewer)).toBe(less);
});

test("what was handed out is worth its share of what all cost", () =>
  expect(worthOfHandedOut([{ ...ride, redeemed: 2 }, shirt])).toBe(667 + 2500));
