import { describe, expect, test } from "vitest";
import { departureTimes } from "#src/kernel/local-time.ts";
import { nightsAround, stateOf, timeUntil, tonightOf } from "#src/modules/sales/schedule/rules/tonight.ts";

const CDMX = "America/Mexico_City";
const departureWith = (date: string, end = "00:30", over: { zone?: string; status?: string; start?: string } = {}) => {
  const { zone = CDMX, status = "scheduled", start = "20:00" } = over;
  const { startsAt, endsAt } = departureTimes(date, start, end, zone);
  return { date, zone, status, starts_at: startsAt, ends_at: endsAt };
};
const at = (time: string) => new Date(`${time}-06:00`);
const datesAt = (departures: ReturnType<typeof departureWith>[], time: string) =>
  tonightOf(departures, at(time)).map(({ date }) => date);

describe("tonight", () => {
  const departures = [
    departureWith("2026-11-19"),
    departureWith("2026-11-20"),
    departureWith("2026-11-20", "03:00"),
    departureWith("2026-11-21"),
  ];

  test.each([
    ["2026-11-20T00:20", ["2026-11-19"]],
    ["2026-11-20T00:31", ["2026-11-20", "2026-11-20"]],
    ["2026-11-20T23:59", ["2026-11-20", "2026-11-20"]],
    ["2026-11-21T02:59", ["2026-11-20", "2026-11-20"]],
    ["2026-11-21T03:00", ["2026-11-21"]],
  ])("at %s is %o", (time, dates) => {
    expect(datesAt(departures, time)).toEqual(dates);
  });

  test("is the date of the city until its midnight, also when everybody has gone home", () => {
    const early = [departureWith("2026-11-20", "22:00", { start: "18:00" }), departureWith("2026-11-21")];
    expect(datesAt(early, "2026-11-20T23:30")).toEqual(["2026-11-20"]);
    expect(datesAt(early, "2026-11-21T00:30")).toEqual(["2026-11-21"]);
  });

  test("isn't kept on by a departure that was cancelled", () => {
    expect(
      datesAt(
        [departureWith("2026-11-20", "03:00", { status: "cancelled" }), departureWith("2026-11-21")],
        "2026-11-21T01:00",
      ),
    ).toEqual(["2026-11-21"]);
  });

  test("stands between the nights before and after it, by the same clock", () => {
    const around = nightsAround(
      [...departures, departureWith("2026-11-18"), departureWith("2026-11-22")],
      at("2026-11-21T00:20"),
    );
    expect(around.map(({ date, tonight }) => [date, tonight])).toEqual([
      ["2026-11-19", false],
      ["2026-11-20", true],
      ["2026-11-20", true],
      ["2026-11-21", false],
    ]);
  });

  test("is another date where it is later, each by its own clock, in the order in which they start", () => {
    const there = departureWith("2026-11-21", "00:30", { zone: "Europe/Madrid" });
    expect(datesAt([departureWith("2026-11-20"), there, departureWith("2026-11-21")], "2026-11-20T18:00")).toEqual([
      "2026-11-20",
      "2026-11-21",
    ]);
  });
});

test.each([
  ["2026-11-20T18:42", 5, "upcoming"],
  ["2026-11-20T18:42", 0, "sold_out"],
  ["2026-11-20T20:00", 0, "running"],
  ["2026-11-21T00:30", 5, "over"],
])("at %s with %i seats free it is %s", (time, free, state) => {
  expect(stateOf({ ...departureWith("2026-11-20"), free }, at(time))).toBe(state);
});

test("what was cancelled is so at any time", () => {
  expect(
    stateOf({ ...departureWith("2026-11-20", "00:30", { status: "cancelled" }), free: 0 }, at("2026-11-20T21:00")),
  ).toBe("cancelled");
});

test("the time until it starts is rounded up to the minute and never below none", () => {
  const { starts_at: start } = departureWith("2026-11-20");
  expect(timeUntil(start, at("2026-11-20T18:41:30"))).toEqual({ hours: 1, minutes: 19 });
  expect(timeUntil(start, at("2026-11-20T21:00"))).toEqual({ hours: 0, minutes: 0 });
});
