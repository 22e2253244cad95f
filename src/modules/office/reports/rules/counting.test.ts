import { describe, expect, test } from "vitest";
import { dueTonight, runsOf } from "#src/modules/office/reports/rules/counting.ts";

test("days make stretches, in order and each day once", () => {
  expect(runsOf(["2026-11-20", "2026-11-18", "2026-11-30", "2026-12-01", "2026-11-19", "2026-11-20"])).toEqual([
    { from: "2026-11-18", to: "2026-11-20" },
    { from: "2026-11-30", to: "2026-12-01" },
  ]);
  expect(runsOf([])).toEqual([]);
});

test("no stretch is longer than a month", () => {
  const year = Array.from({ length: 365 }, (_, i) => Temporal.PlainDate.from("2026-01-01").add({ days: i }).toString());
  const runs = runsOf(year);
  expect(runs).toHaveLength(12);
  expect([runs[0], runs.at(-1)!.to]).toEqual([{ from: "2026-01-01", to: "2026-01-31" }, "2026-12-31"]);
});

describe("what is recounted in a night though nothing is known to have changed", () => {
  const days = Array.from({ length: 1000 }, (_, i) =>
    Temporal.PlainDate.from("2024-03-01").add({ days: i }).toString(),
  );

  test("is the last two months, what is ahead, and a few of the older weeks", () => {
    const due = dueTonight(days, "2026-11-20");
    expect(due.filter((day) => day > "2026-09-19")).toEqual(days.filter((day) => day > "2026-09-19"));
    const older = due.filter((day) => day <= "2026-09-19");
    expect(older.length).toBeGreaterThan(20);
    expect(older.length).toBeLessThan(50);
  });

  test.each(["2026-11-20", "2027-02-25"])("is every day once in four weeks from %s on", (from) => {
    const nights = Array.from({ length: 28 }, (_, i) => Temporal.PlainDate.from(from).add({ days: i }).toString());
    const old = days.filter((day) => day < "2026-09-01");
    expect(nights.flatMap((night) => dueTonight(old, night)).toSorted()).toEqual(old);
  });
});
