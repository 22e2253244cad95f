import { expect, test } from "vitest";
import { isTimeToCall } from "#src/modules/office/night/rules/call.ts";

const NIGHT = {
  status: "scheduled",
  starts_at: new Date("2026-11-21T02:00:00Z"),
  ends_at: new Date("2026-11-21T07:00:00Z"),
};

test.each([
  ["a day before", "2026-11-20T02:00:00Z", false],
  ["just too early", "2026-11-20T13:59:59Z", false],
  ["on its day", "2026-11-20T14:00:00Z", true],
  ["while it runs", "2026-11-21T06:59:59Z", true],
  ["once it is over", "2026-11-21T07:00:00Z", false],
])("guests are called %s: %s %s", (_, now, may) => {
  expect(isTimeToCall(NIGHT, new Date(now))).toBe(may);
  expect(isTimeToCall({ ...NIGHT, status: "cancelled" }, new Date(now))).toBe(false);
});
