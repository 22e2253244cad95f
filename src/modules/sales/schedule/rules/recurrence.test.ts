import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  datesOf,
  dayAfter,
  MOST_DATES,
  type Recurrence,
  weekdayOf,
} from "#src/modules/sales/schedule/rules/recurrence.ts";

const base: Recurrence = { type: "daily", every: 1, weekdays: [], first: "2026-11-20", ends: { count: 3 } };
const dates = (over: Partial<Recurrence>) => datesOf({ ...base, ...over }).dates;

test.each<[string, Partial<Recurrence>, string[]]>([
  ["every day", {}, ["2026-11-20", "2026-11-21", "2026-11-22"]],
  ["every third day", { every: 3 }, ["2026-11-20", "2026-11-23", "2026-11-26"]],
  ["until a date that is one of them", { ends: { until: "2026-11-21" } }, ["2026-11-20", "2026-11-21"]],
  ["until before the first", { ends: { until: "2026-11-19" } }, []],
  [
    "Thursdays to Saturdays from a Friday on",
    { type: "weekly", weekdays: [6, 4, 5], ends: { count: 5 } },
    ["2026-11-20", "2026-11-21", "2026-11-26", "2026-11-27", "2026-11-28"],
  ],
  [
    "a weekday that isn't the first date's",
    { type: "weekly", weekdays: [0], ends: { count: 2 } },
    ["2026-11-22", "2026-11-29"],
  ],
  [
    "every other week, reckoned from the week of the first date",
    { type: "weekly", every: 2, weekdays: [1, 5], ends: { count: 3 } },
    ["2026-11-20", "2026-11-30", "2026-12-04"],
  ],
  ["no weekday at all", { type: "weekly" }, []],
  [
    "the last day of shorter months",
    { type: "monthly", first: "2027-01-31", ends: { count: 4 } },
    ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"],
  ],
  ["a leap day", { type: "monthly", every: 12, first: "2028-02-29" }, ["2028-02-29", "2029-02-28", "2030-02-28"]],
  [
    "over the end of a year",
    { type: "monthly", first: "2026-12-15", ends: { until: "2027-01-15" } },
    ["2026-12-15", "2027-01-15"],
  ],
  // a night with a clock change is a normal date
  ["over a clock change", { first: "2027-03-13" }, ["2027-03-13", "2027-03-14", "2027-03-15"]],
])("%s", (_, over, expected) => expect(dates(over)).toEqual(expected));

const anyRecurrence = fc.record({
  type: fc.constantFrom("daily" as const, "weekly" as const, "monthly" as const),
  every: fc.integer({ min: 1, max: 12 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
  first: fc.integer({ min: 0, max: 3000 }).map((days) => dayAfter("2026-01-01", days)),
  ends: fc.oneof(
    fc.record({ count: fc.integer({ min: 1, max: 500 }) }),
    fc.record({ until: fc.integer({ min: 0, max: 4000 }).map((days) => dayAfter("2026-01-01", days)) }),
  ),
});

describe("whatever the recurrence", () => {
  test("its dates rise, start no earlier than the first, end in time, and are at most a year of departures", () => {
    fc.assert(
      fc.property(anyRecurrence, (recurrence) => {
        const { dates: found, cut } = datesOf(recurrence);
        const { ends } = recurrence;
        expect(found).toEqual([...new Set(found)].toSorted());
        expect(found.every((date) => date >= recurrence.first)).toBe(true);
        expect(found.length).toBeLessThanOrEqual(MOST_DATES);
        if ("until" in ends) expect(found.every((date) => date <= ends.until)).toBe(true);
        else expect(found).toHaveLength(Math.min(ends.count, MOST_DATES));
        expect(cut).toBe("count" in ends ? ends.count > MOST_DATES : cut && found.length === MOST_DATES);
        if (recurrence.type === "weekly")
          expect(found.every((date) => recurrence.weekdays.includes(weekdayOf(date)))).toBe(true);
      }),
    );
  });

  test("a weekly one has every chosen day of its weeks between its first and its last date", () => {
    fc.assert(
      fc.property(anyRecurrence, (recurrence) => {
        const weekly = { ...recurrence, type: "weekly" as const, every: 1 };
        const found = datesOf(weekly).dates;
        const last = found.at(-1);
        if (!last) return;
        const every: string[] = [];
        for (let day = weekly.first; day <= last; day = dayAfter(day))
          if (weekly.weekdays.includes(weekdayOf(day))) every.push(day);
        expect(found).toEqual(every);
      }),
    );
  });
});
