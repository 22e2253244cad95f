import { expect, test } from "vitest";
import { isFinalNo } from "#src/modules/money/payments/rules/final-no.ts";

const end = new Date("2026-11-22T18:30:00Z");
const after = (minutes: number) => new Date(end.getTime() + minutes * 60_000);

test.each([
  ["created", null, 60, false],
  ["pending", null, 60, false],
  ["pending", "declined", 60, false],
  ["cancelled", "expired", -5, false],
  ["cancelled", "expired", 15, false],
  ["cancelled", "expired", 15.1, true],
  ["cancelled", "places_gone", -5, true],
  ["cancelled", "credit_gone", -5, true],
  ["failed", "wrong_amount", -5, true],
] as const)("%s because of %s, %s min after its end: %s", (status, failure_reason, minutes, expected) => {
  expect(isFinalNo({ status, failure_reason, expires_at: end }, after(minutes))).toBe(expected);
});
