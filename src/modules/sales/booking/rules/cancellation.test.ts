import { expect, test } from "vitest";
import { lateCreditOf, refundOf } from "#src/modules/sales/booking/rules/cancellation.ts";

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

test.each([
  [before(0), 50, 0],
  [before(-1), 50, 32_000],
  [before(-1), 0, 0],
  [before(-1), 100, 64_000],
  [before(-1), 33, 21_120],
  [startsAt, 50, 0],
])("cancelled at %o, %i percent as credit are %i", (now, percent, credit) => {
  expect(lateCreditOf({ paid: 64_000, percent, startsAt, now })).toBe(credit);
});
