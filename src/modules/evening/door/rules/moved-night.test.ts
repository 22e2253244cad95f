import { expect, test } from "vitest";
import { isForFormer } from "#src/modules/evening/door/rules/moved-night.ts";

test.each<[string, string, string, boolean]>([
  ["20T20:20", "20T20:00", "21T20:00", true],
  ["20T14:00", "20T20:00", "21T20:00", true],
  ["21T12:00", "20T20:00", "21T20:00", false],
  ["21T20:10", "20T20:00", "21T20:00", false],
  ["20T12:00", "20T20:00", "20T21:00", false],
  ["20T12:00", "21T20:00", "20T20:00", false],
])("in at %s, to start at %s, then at %s", (at, former, now, expected) => {
  const [a, f, n] = [at, former, now].map((time) => Date.parse(`2026-11-${time}Z`)) as [number, number, number];
  expect(isForFormer(a, f, n)).toBe(expected);
});
