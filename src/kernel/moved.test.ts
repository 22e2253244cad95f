import { expect, test } from "vitest";
import { moved } from "#src/kernel/moved.ts";

test.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 1, "abc"],
  [0, -1, "abc"],
  [2, 3, "abc"],
  [7, 0, "abc"],
])("moving %d to %d makes abc %s", (from, to, expected) =>
  expect(moved(["a", "b", "c"], from, to).join("")).toBe(expected),
);
