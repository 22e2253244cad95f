import { expect, test } from "vitest";
import { availabilityLevel, dateState, isLimited, seatsLabel } from "#src/modules/sales/schedule/rules/availability.ts";

test.each([
  [0, 40, false, "low"],
  [8, 40, false, "low"],
  [9, 40, false, "medium"],
  [19, 40, false, "medium"],
  [20, 40, false, "high"],
  [40, 40, false, "high"],
  [0, 0, false, "low"],
  [40, 40, true, "none"],
] as const)("%i of %i seats (disabled: %s) is %s", (available, total, disabled, level) => {
  expect(availabilityLevel(available, total, disabled)).toBe(level);
});

test.each([
  [19, 40, true, 50, true],
  [20, 40, true, 50, false],
  [19, 40, false, 50, false],
  [0, 40, true, 50, false],
  [11, 40, true, 30, true],
] as const)(
  "%i of %i, shown %s below %i %%: limited is %s",
  (available, total, showLimited, limitedThreshold, limited) => {
    expect(isLimited(available, total, { showLimited, limitedThreshold })).toBe(limited);
  },
);

const now = new Date("2026-11-20T18:00:00Z");
const open = {
  available: 3,
  bookings_disabled: false,
  sales_close_at: new Date("2026-11-21T02:00:00Z"),
};
test.each([
  [open, "available"],
  [{ ...open, available: 0 }, "full"],
  [{ ...open, bookings_disabled: true }, "disabled"],
  [{ ...open, bookings_disabled: true, available: 0 }, "disabled"],
  [{ ...open, sales_close_at: now }, "past"],
] as const)("%o is %s", (departure, state) => expect(dateState(departure, now)).toBe(state));

test.each([
  [
    { available_spots: 14, total_spots: 40 },
    { kind: "of", available: 14, total: 40 },
  ],
  [
    { available_spots: 14, total_spots: null },
    { kind: "left", available: 14 },
  ],
  [{ available_spots: null, total_spots: null }, { kind: "hidden" }],
])("the label of %o", (seats, label) => expect(seatsLabel(seats)).toEqual(label));
