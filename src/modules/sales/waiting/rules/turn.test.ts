import { expect, test } from "vitest";
import { endedOffer, nextInTurn, offerMinutes, untilWhen } from "#src/modules/sales/waiting/rules/turn.ts";

const list = (...people: number[]) => people.map((count, at) => ({ id: `${at}`, people: count }));

test.each([
  [[2, 1], 2, "0"],
  [[2, 1], 1, "1"],
  [[4, 2, 2], 2, "1"],
  [[4, 2], 4, "0"],
  [[4, 3], 2, null],
  [[], 5, null],
  [[1], 0, null],
])("of parties of %j, %i free places go to %s", (people, free, id) => {
  expect(nextInTurn(list(...people), free)?.id ?? null).toBe(id);
});

test.each([
  ["customer", "declined"],
  ["expired", "lapsed"],
  ["payment_cancelled", "lapsed"],
  ["admin", "closed"],
  ["departure_cancelled", "closed"],
])("an offer that ended as %s is %s", (reason, state) => {
  expect(endedOffer(reason)).toBe(state);
});

test.each([
  ["busy", "later"],
  ["sold_out", "later"],
  ["bookings_disabled", "later"],
  ["crawl_not_found", "later"],
  ["too_many_people", "never"],
  ["currency_not_offered", "never"],
  ["departure_past", "never"],
])("an offer refused with %s is made %s", (refusal, when) => {
  expect(untilWhen(refusal)).toBe(when);
});

test.each([
  [30, 480, 30],
  [30, 20.9, 20],
  [30, 0.5, 1],
])("an offer of %i min with %f min of sale left lasts %i", (minutes, left, lasts) => {
  const now = new Date("2026-11-20T18:00:00Z");
  expect(offerMinutes(minutes, new Date(now.getTime() + left * 60_000), now)).toBe(lasts);
});
