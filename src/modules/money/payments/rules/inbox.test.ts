import { expect, test } from "vitest";
import { isAlarming, isLastTry, MAX_EVENT_TRIES, MAX_UNKNOWN_TRIES } from "#src/modules/money/payments/rules/inbox.ts";

// graphile-worker: run_at + exp(least(attempts, 10)) seconds
const waited = (tries: number) =>
  Array.from({ length: tries - 1 }, (_, i) => Math.exp(Math.min(i + 1, 10))).reduce((sum, wait) => sum + wait, 0);

test("a message that fails is tried for most of a day, one about nobody for half an hour", () => {
  expect(waited(MAX_EVENT_TRIES) / 3600).toBeGreaterThan(20);
  expect(waited(MAX_EVENT_TRIES) / 3600).toBeLessThan(24);
  expect(waited(MAX_UNKNOWN_TRIES) / 60).toBeGreaterThan(25);
  expect(waited(MAX_UNKNOWN_TRIES) / 60).toBeLessThan(60);
});

test.each([
  ["failed", MAX_EVENT_TRIES - 1, false],
  ["failed", MAX_EVENT_TRIES, true],
  ["failed", MAX_EVENT_TRIES + 1, true],
  ["payment_unknown", MAX_UNKNOWN_TRIES - 1, false],
  ["payment_unknown", MAX_UNKNOWN_TRIES, true],
] as const)("%s at try %i is the last: %s", (failure, tries, last) => {
  expect(isLastTry(failure, tries)).toBe(last);
});

test.each([
  ["failed", true],
  ["money_without_booking", true],
  ["payment_unknown", false],
] as const)("staff hear of %s: %s", (reason, heard) => {
  expect(isAlarming(reason)).toBe(heard);
});
