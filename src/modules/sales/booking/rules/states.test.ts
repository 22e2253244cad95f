import { expect, test } from "vitest";
import { type BookingStatus, type CancelReason, holdEnd, mayBecome } from "#src/modules/sales/booking/rules/states.ts";

const statuses: BookingStatus[] = ["pending", "confirmed", "cancelled"];
test.each([
  ["pending", null, ["confirmed", "cancelled"]],
  ["confirmed", null, ["cancelled"]],
  ["cancelled", "expired", ["pending", "confirmed"]],
  ["cancelled", "replaced", ["pending", "confirmed"]],
  ["cancelled", "payment_cancelled", ["pending", "confirmed"]],
  ["cancelled", "customer", []],
  ["cancelled", "admin", []],
  ["cancelled", "departure_cancelled", []],
] as [BookingStatus, CancelReason | null, BookingStatus[]][])(
  "%s (%s) may become %o",
  (status, cancel_reason, allowed) => {
    expect(statuses.filter((to) => mayBecome({ status, cancel_reason }, to))).toEqual(allowed);
  },
);

const limits = { holdMinutes: 31, holdLimitMinutes: 60 };
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 18, minutes));
test.each([
  [0, 0, 31],
  [20, 0, 51],
  [40, 0, 60],
])("a hold prolonged at minute %i, first taken at %i, ends at %i", (now, first, end) => {
  expect(holdEnd(at(now), at(first), limits)).toEqual(at(end));
});
