import { expect, test } from "vitest";
import { minutesIn, movedWith, outOfOrder, stopInstant } from "#src/modules/evening/stops/rules/route.ts";

const night = {
  date: "2026-11-20",
  start_time: "20:00",
  time_zone: "America/Mexico_City",
  starts_at: new Date("2026-11-21T02:00:00Z"),
  ends_at: new Date("2026-11-21T07:00:00Z"),
};

test.each([
  ["20:00", "20:00", 0],
  ["20:00", "23:15", 195],
  ["20:00", "00:30", 270],
  // a departure that starts half an hour late keeps its first stop on the same evening
  ["20:30", "20:00", -30],
  ["20:00", "13:59", 1079],
  ["20:00", "14:00", -360],
])("from a start at %s to %s: %i minutes", (start, at, minutes) => expect(minutesIn(start, at)).toBe(minutes));

test.each([
  ["20:00", "2026-11-21T02:00:00.000Z"],
  ["23:59", "2026-11-21T05:59:00.000Z"],
  ["00:30", "2026-11-21T06:30:00.000Z"],
  ["19:45", "2026-11-21T01:45:00.000Z"],
])("a stop at %s is at %s", (at, instant) => expect(stopInstant(night, at).toISOString()).toBe(instant));

test("a stop after midnight of a start before midnight, moved to start after midnight", () => {
  const late = { ...night, date: "2026-11-21", start_time: "00:15" };
  expect(stopInstant(late, "23:45").toISOString()).toBe("2026-11-21T05:45:00.000Z");
});

test.each([
  [["20:00", "21:30", "22:30", "23:15", "00:30"], -1],
  [["20:00", "21:30", "21:30"], 2],
  [["23:00", "22:00"], 1],
  [[], -1],
])("%j: the first out of order is %i", (times, index) => expect(outOfOrder(times)).toBe(index));

test.each([
  ["21:30", "20:00", "15:00", "16:30"],
  ["00:30", "20:00", "15:00", "19:30"],
  ["23:15", "20:00", "22:00", "01:15"],
  ["20:00", "20:00", "20:45", "20:45"],
])("a stop at %s of a night moved from %s to %s is at %s", (at, was, start, then) => {
  expect(movedWith(at, was, start)).toBe(then);
});
