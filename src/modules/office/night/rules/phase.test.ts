import { expect, test } from "vitest";
import { phaseOf } from "#src/modules/office/night/rules/phase.ts";

const night = {
  status: "scheduled",
  date: "2026-11-20",
  zone: "America/Mexico_City",
  starts_at: new Date("2026-11-21T02:00:00Z"),
  ends_at: new Date("2026-11-21T06:30:00Z"),
};

test.each([
  // 23:59 the evening before is a day ahead, midnight is today
  ["2026-11-20T05:59:00Z", { is: "before", days: 1, hours: 20, minutes: 1 }],
  ["2026-11-20T06:00:00Z", { is: "before", days: 0, hours: 20, minutes: 0 }],
  ["2026-11-21T01:59:01Z", { is: "before", days: 0, hours: 0, minutes: 1 }],
  ["2026-11-21T02:00:00Z", { is: "running" }],
  ["2026-11-21T06:29:59Z", { is: "running" }],
  ["2026-11-21T06:30:00Z", { is: "over" }],
])("at %s", (now, phase) => expect(phaseOf(night, new Date(now))).toEqual(phase));

test("a cancelled night stays so", () => {
  for (const now of ["2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"])
    expect(phaseOf({ ...night, status: "cancelled" }, new Date(now))).toEqual({ is: "cancelled" });
});
