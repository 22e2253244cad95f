import { expect, test } from "vitest";
import { planMigrations } from "#src/platform/migration-plan.ts";

const OURS = ["0001_a", "0002_b"];

test.each<[string, string[], [string, string | null][], string[], string | null]>([
  ["an empty database lacks all", [], [], OURS, null],
  ["the same schema lacks nothing", OURS, [], [], null],
  ["an older one lacks the rest", ["0001_a"], [], ["0002_b"], null],
  ["a newer one that only adds", [...OURS, "0003_c"], [["0003_c", null]], [], null],
  ["a newer one that says nothing", [...OURS, "0003_c"], [], [], "migration 0003_c"],
  ["a newer one that breaks us", [...OURS, "0003_c"], [["0003_c", "0003"]], [], "migration 0003_c"],
  ["a newer one that breaks only those before us", [...OURS, "0003_c"], [["0003_c", "0002"]], [], null],
  [
    "one of two newer ones breaks",
    [...OURS, "0003_c", "0004_d"],
    [
      ["0003_c", null],
      ["0004_d", "0003"],
    ],
    [],
    "0004_d",
  ],
  [
    "one from before our first migration",
    ["0000_x", "0000_y"],
    [["0000_y", null]],
    [],
    "it is of a release before 0001_a, and no way leads from there to this one: start with a new database",
  ],
  ["another line of releases", ["0001_a", "0002_x"], [["0002_x", null]], ["0002_b"], "lacks 0002_b"],
])("%s", (_, applied, marks, pending, refusal) => {
  const plan = planMigrations(OURS, applied, new Map(marks));
  expect(plan.pending).toEqual(pending);
  if (refusal === null) expect(plan.refusal).toBeNull();
  else expect(plan.refusal).toContain(refusal);
});
