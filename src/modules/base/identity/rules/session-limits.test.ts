import { expect, test } from "vitest";
import { isOver } from "#src/modules/base/identity/rules/session-limits.ts";

const now = new Date("2026-11-20T18:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  [60, 0, false],
  [60, 12 * 60 - 1, false],
  [60 * 13, 12 * 60, true],
  [48 * 60 - 1, 5, false],
  [48 * 60, 0, true],
])("a session that began %i minutes ago and was used %i minutes ago is over: %s", (begun, used, over) => {
  expect(isOver({ begun_at: ago(begun), used_at: ago(used) }, { idleHours: 12, hours: 48 }, now)).toBe(over);
});
