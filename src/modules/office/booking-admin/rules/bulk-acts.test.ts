import { expect, test } from "vitest";
import { endOf, shortOfPlaces } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";

const parties = (...people: number[]) => people.map((count, i) => ({ id: String(i), people: count }));

test.each([
  ["all fit", parties(2, 3), 5, []],
  ["nobody fits", parties(2, 3), 1, [["0", 1], ["1", 1]]], // prettier-ignore
  ["who booked first comes first", parties(3, 3), 4, [["1", 1]]],
  ["a smaller party takes what a bigger one can't", parties(2, 4, 1), 3, [["1", 1]]],
  ["an overbooked night has none", parties(1), -2, [["0", 0]]],
] as const)("%s", (_, all, free, short) => {
  expect([...shortOfPlaces(all, free)]).toEqual(short);
});

test.each([
  ["done", "waiting", { ok: true }, { state: "done", outcome: null }],
  ["moved once it is paid", "waiting", { ok: true, state: "to_pay" }, { state: "done", outcome: "to_pay" }],
  ["moved", "begun", { ok: true, state: "applied" }, { state: "done", outcome: null }],
  ["somebody else cancelled it", "waiting", { ok: false, reason: "already_cancelled" }, { state: "refused", outcome: "already_cancelled" }], // prettier-ignore
  ["an earlier attempt cancelled it", "begun", { ok: false, reason: "already_cancelled" }, { state: "done", outcome: null }], // prettier-ignore
  ["changed meanwhile", "begun", { ok: false, reason: "booking_changed" }, { state: "refused", outcome: "booking_changed" }], // prettier-ignore
] as const)("%s", (_, before, result, end) => {
  expect(endOf(before, result)).toEqual(end);
});
