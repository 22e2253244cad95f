import { expect, test } from "vitest";
import { refundOf } from "#src/modules/sales/booking/rules/cancellation.ts";

const startsAt = new Date("2026-11-22T02:00:00Z");
const before = (seconds: number) => new Date(startsAt.getTime() - 24 * 3_600_000 - seconds * 1000);

test.each([
  [before(1), false, 64000],
  [before(0), false, 64000],
  [before(-1), false, 0],
  [startsAt, false, 0],
  [startsAt, true, 64000],
])("cancelled at %o (by the operator: %s) gives back %i", (now, byOperator, refund) => {
  expect(refundOf({ paid: 64000, startsAt, now, byOperator })).toBe(refund);
});
