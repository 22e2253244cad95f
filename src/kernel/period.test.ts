import { describe, expect, test } from "vitest";
import { bucketsOf, comparedWith, daysBetween, periodOf, stepOf, weekOf } from "#src/kernel/period.ts";

const TODAY = "2026-11-20";

test.each([
  ["7d", "2026-11-14", "2026-11-07", "2026-11-13"],
  ["30d", "2026-10-22", "2026-09-22", "2026-10-21"],
  ["90d", "2026-08-23", "2026-05-25", "2026-08-22"],
  ["12m", "2025-12-01", "2024-12-01", "2025-11-20"],
])("%s ends today and is compared with as long a time before it", (name, from, before, until) => {
  expect(periodOf({ period: name }, TODAY)).toEqual({ name, from, to: TODAY, before: { from: before, to: until } });
});

test("days of one's own are compared with as many before them", () => {
  expect(periodOf({ from: "2026-03-01", to: "2026-03-10" }, TODAY)).toEqual({
    name: "custom",
    from: "2026-03-01",
    to: "2026-03-10",
    before: { from: "2026-02-19", to: "2026-02-28" },
  });
});

test.each([
  { from: "2026-03-10", to: "2026-03-01" },
  { from: "2026-02-30", to: "2026-03-01" },
  { from: "2020-01-01", to: "2026-01-01" },
  { from: "yesterday", to: "today" },
  { from: "2026-03-01" },
  { period: "all" },
  {},
])("%o is no time, and asks for 30 days", (wish) => {
  expect(periodOf(wish, TODAY)).toMatchObject({ name: "30d", from: "2026-10-22" });
});

describe("bars", () => {
  test.each([
    ["7d", "day", 7],
    ["30d", "day", 30],
    ["90d", "week", 13],
    ["12m", "month", 12],
  ])("of %s stand for a %s each: %i of them", (name, step, count) => {
    const period = periodOf({ period: name }, TODAY);
    expect(stepOf(period)).toBe(step);
    expect(bucketsOf(period)).toHaveLength(count);
  });

  test("follow each other without a gap from the first day to the last, whatever the days are", () => {
    for (let length = 0; length < 400; length += 7) {
      const to = Temporal.PlainDate.from("2026-01-05").add({ days: length }).toString();
      const buckets = bucketsOf({ from: "2026-01-05", to });
      expect([buckets[0]!.from, buckets.at(-1)!.to]).toEqual(["2026-01-05", to]);
      for (const [i, { from }] of buckets.entries()) if (i > 0) expect(daysBetween(buckets[i - 1]!.to, from)).toBe(1);
    }
  });

  test("say when they are cut short", () => {
    expect(bucketsOf(periodOf({ period: "12m" }, TODAY)).map(({ partial }) => partial)).toEqual([
      ...Array.from({ length: 11 }, () => false),
      true,
    ]);
  });
});

test("a day is compared with the one as far into the time before, or a year before", () => {
  const month = periodOf({ period: "30d" }, TODAY);
  expect(comparedWith(month, month.before.from)).toBe(month.from);
  expect(comparedWith(month, month.before.to)).toBe(month.to);
  expect(comparedWith(periodOf({ period: "12m" }, TODAY), "2025-11-20")).toBe(TODAY);
});

test.each([
  ["2026-11-22", "2026-11-22"],
  ["2026-11-21", "2026-11-15"],
  ["2026-11-16", "2026-11-15"],
])("the week of %s begins on Sunday, %s", (date, sunday) => {
  expect(weekOf(date)).toBe(sunday);
});
