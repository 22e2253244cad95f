import { expect, test } from "vitest";
import { countsOf, planSeries, timesOf } from "#src/modules/sales/schedule/rules/series.ts";

const MEXICO = "America/Mexico_City";
// the border region follows US daylight saving time
const TIJUANA = "America/Tijuana";

test.each([
  ["the same evening", "2026-12-05", "18:00", "21:00", MEXICO, "2026-12-06T00:00:00Z", "2026-12-06T03:00:00Z"],
  ["over midnight", "2026-12-05", "20:00", "00:30", MEXICO, "2026-12-06T02:00:00Z", "2026-12-06T06:30:00Z"],
  [
    "over the night that loses an hour",
    "2027-03-13",
    "20:00",
    "03:30",
    TIJUANA,
    "2027-03-14T04:00:00Z",
    "2027-03-14T10:30:00Z",
  ],
  [
    "over the night that gains an hour",
    "2026-10-31",
    "20:00",
    "02:00",
    TIJUANA,
    "2026-11-01T03:00:00Z",
    "2026-11-01T10:00:00Z",
  ],
])("a departure %s", (_, date, start_time, end_time, time_zone, starts, ends) => {
  const times = timesOf(date, { start_time, end_time, time_zone }, 90)!;
  expect(times.starts_at).toEqual(new Date(starts));
  expect(times.ends_at).toEqual(new Date(ends));
  expect(times.sales_close_at).toEqual(new Date(Date.parse(starts) - 90 * 60_000));
});

test("hours that a clock change swallows are no departure", () => {
  expect(timesOf("2027-03-14", { start_time: "02:30", end_time: "03:00", time_zone: TIJUANA }, 0)).toBeNull();
});

test("a plan leaves out what is over, what is there and what was taken out by hand", () => {
  const clash = { id: "x", start_time: "21:00", taken: 11, total_spots: 40 };
  const plan = planSeries(
    ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"],
    { start_time: "20:00", end_time: "00:30", time_zone: MEXICO },
    { taken: new Map([["2026-11-21", clash]]), skip: ["2026-11-22"], now: new Date("2026-11-20T18:00:00Z") },
  );
  expect(plan.map(({ date, state }) => [date, state])).toEqual([
    ["2026-11-19", "past"],
    ["2026-11-20", "new"],
    ["2026-11-21", "clash"],
    ["2026-11-22", "skipped"],
    ["2026-11-23", "new"],
  ]);
  expect(plan[2]!.clash).toEqual(clash);
  expect(countsOf(plan)).toEqual({ new: 2, clash: 1, past: 1, skipped: 1, impossible: 0 });
});
