import { expect, test } from "vitest";
import { departureState, seatsOf } from "#src/modules/sales/schedule/rules/departure-state.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));
const departure = {
  status: "scheduled",
  ends_at: at(6),
  sales_close_at: at(2),
  bookings_disabled: false,
  external_booking_link: null,
  total_spots: 10,
  confirmed: 4,
  held: 2,
};

test.each([
  ["open", {}, 1],
  ["full", { confirmed: 8 }, 1],
  ["full", { confirmed: 12 }, 1],
  ["full", { total_spots: 0, confirmed: 0, held: 0 }, 1],
  ["external", { external_booking_link: "https://tickets.example" }, 1],
  ["closed", { bookings_disabled: true, confirmed: 8 }, 1],
  ["closed", {}, 2],
  ["closed", {}, 5],
  ["over", {}, 6],
  ["cancelled", { status: "cancelled" }, 6],
])("%s when %j at %d h", (state, over, hour) =>
  expect(departureState({ ...departure, ...over }, at(hour))).toBe(state),
);

test("nothing is free, never less, where more was sold than there is", () => {
  expect(seatsOf({ total_spots: 4, confirmed: 6, held: 1 })).toEqual({ confirmed: 6, held: 1, free: 0 });
});
