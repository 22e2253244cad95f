import { expect, test } from "vitest";
import { addOnsWithFewer, lessOfAddOns, worthOfHandedOut } from "#src/modules/sales/booking/rules/add-ons.ts";

const ride = { id: "ride", quantity: 3, amount: 1000, per_person: true, redeemed: 0 };
const shirt = { id: "shirt", quantity: 3, amount: 7500, per_person: false, redeemed: 1 };

test.each([
  ["with as many people nothing changes", [ride, shirt], [3, 0], [], 0],
  [
    "who leaves gives theirs back, at a share that adds up",
    [ride, shirt],
    [2, 1],
    [{ id: "ride", quantity: 2, amount: 667 }],
    333,
  ],
  ["what was handed out stays", [{ ...ride, redeemed: 2 }], [1, 2], [{ id: "ride", quantity: 2, amount: 667 }], 333],
  ["nobody gives back what they haven't", [{ ...ride, quantity: 1, amount: 500 }], [2, 1], [], 0],
  ["what was kept of who left before stays", [ride], [1, 1], [{ id: "ride", quantity: 2, amount: 667 }], 333],
])("%s", (_, lines, [people, leaving], changes, less) => {
  expect(addOnsWithFewer(lines, { people, leaving })).toEqual(changes);
  expect(lessOfAddOns(lines, { people, leaving })).toBe(less);
});

test("what was handed out is worth its share of what all cost", () =>
  expect(worthOfHandedOut([{ ...ride, redeemed: 2 }, shirt])).toBe(667 + 2500));
