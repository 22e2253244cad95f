import { expect, test } from "vitest";
import { dayShape } from "#src/kernel/day-shape.ts";

test.each([
  ["2026-11-27", true],
  ["0001-01-01", true],
  ["8999-12-31", true],
  ["2024-02-29", true],
  ["0000-01-01", false],
  ["9000-01-01", false],
  ["9999-12-31", false],
  ["2026-02-29", false],
  ["26-11-27", false],
])("%s is a day: %s", (day, isDay) => expect(dayShape("errors.date").safeParse(day).success).toBe(isDay));
