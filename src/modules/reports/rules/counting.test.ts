import { expect, test } from "vitest";
import { runsOf } from "#src/modules/reports/rules/counting.ts";

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
