import { expect, test } from "vitest";
import { departureTimes } from "#src/kernel/local-time.ts";
import {
  askAgainAt,
  calledName,
  coverOf,
  gapOf,
  guidesNeeded,
  initialsOf,
  overlaps,
  type Part,
  type ShiftState,
  whyNotAccepted,
  whyNotDeclined,
} from "#src/modules/evening/guides/rules/shift.ts";

test.each([
  [0, 20, 1],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [40, 20, 2],
  [41, 20, 3],
  [3, 1, 3],
])("%i guests with one guide for %i need %i", (guests, each, needed) =>
  expect(guidesNeeded(guests, each)).toBe(needed),
);

const at = (iso: string) => new Date(iso);
test.each([
  ["days ahead: after a day", "2026-11-20T18:00Z", "2026-11-25T02:00Z", "2026-11-21T18:00Z"],
  ["two days ahead: after a day", "2026-11-20T18:00Z", "2026-11-22T18:00Z", "2026-11-21T18:00Z"],
  ["tomorrow: halfway", "2026-11-20T18:00Z", "2026-11-21T18:00Z", "2026-11-21T06:00Z"],
  ["tonight: halfway", "2026-11-20T18:00Z", "2026-11-21T02:00Z", "2026-11-20T22:00Z"],
  ["in 50 minutes: after half an hour", "2026-11-20T18:00Z", "2026-11-20T18:50Z", "2026-11-20T18:30Z"],
  ["in half an hour: never", "2026-11-20T18:00Z", "2026-11-20T18:30Z", null],
  ["begun: never", "2026-11-20T18:00Z", "2026-11-20T17:00Z", null],
])("a request is repeated, %s", (_, input, starts, again) =>
  expect(askAgainAt(at(input), at(starts))).toEqual(again === null ? null : at(again)),
);

const night = (date: string, start: string, end: string, zone = "America/Mexico_City") => {
  const { startsAt, endsAt } = departureTimes(date, start, end, zone);
  return { starts_at: startsAt, ends_at: endsAt };
};
test.each([
  ["the same hours", ["2026-11-20", "20:00", "00:30"], ["2026-11-20", "20:00", "00:30"], true],
  ["across midnight", ["2026-11-20", "20:00", "02:00"], ["2026-11-21", "01:00", "05:00"], true],
  ["one after the other", ["2026-11-20", "17:00", "20:00"], ["2026-11-20", "20:00", "00:30"], false],
  ["the nights before and after", ["2026-11-20", "20:00", "00:30"], ["2026-11-21", "20:00", "00:30"], false],
  [
    "the same hours an hour apart",
    ["2026-11-20", "20:00", "21:00"],
    ["2026-11-20", "20:00", "21:00", "America/Cancun"],
    false,
  ],
] as const)("two nights, %s", (_, a, b, overlap) => {
  const [one, other] = [night(...(a as [string, string, string])), night(...(b as [string, string, string]))];
  expect([overlaps(one, other), overlaps(other, one)]).toEqual([overlap, overlap]);
});

const NOW = at("2026-11-20T18:00Z");
const coming = { ...night("2026-11-20", "20:00", "00:30"), status: "scheduled", guests: 21 };
const begun = { ...night("2026-11-20", "11:00", "14:00"), status: "scheduled", guests: 21 };
const off = { ...coming, status: "cancelled" };

// what the page says to each answer: state × night × who else is there
test.each([
  ["asked", coming, 9, false, null, null],
  ["asked", coming, 0, true, "guide_busy", null],
  ["asked", begun, 0, false, "too_late", "too_late"],
  ["asked", off, 0, false, "departure_cancelled", "departure_cancelled"],
  ["accepted", coming, 1, false, null, "already_accepted"],
  ["accepted", begun, 1, false, null, "already_accepted"],
  ["declined", coming, 1, false, null, null],
  ["declined", coming, 2, false, "taken", null],
  ["declined", coming, 0, true, "guide_busy", null],
  ["declined", begun, 0, false, "too_late", null],
  ["withdrawn", coming, 0, false, "withdrawn", "withdrawn"],
  ["withdrawn", off, 0, false, "withdrawn", "withdrawn"],
] as [ShiftState, typeof coming, number, boolean, string | null, string | null][])(
  "%s, %o, %i others, busy %s: accepting says %s, declining %s",
  (state, of, accepted, busy, accepting, declining) => {
    const shift = { part: "guide" as Part, state };
    expect(whyNotAccepted({ shift, night: of, accepted, busy, perGuide: 20 }, NOW)).toBe(accepting);
    expect(whyNotDeclined({ shift, night: of }, NOW)).toBe(declining);
  },
);

test.each([
  ["asked", { forAll: true, isCurrent: true }, null, null],
  ["declined", { forAll: true, isCurrent: true }, "already_declined", null],
  ["asked", { forAll: false, isCurrent: false }, "changed", "changed"],
  ["asked", { forAll: true, isCurrent: false }, "changed", "changed"],
  ["declined", { forAll: false, isCurrent: false }, "changed", null],
  ["accepted", { forAll: true, isCurrent: false }, null, "already_accepted"],
] as const)("%s, answered %o: accepting says %s, declining %s", (state, input, accepting, declining) => {
  const shift = { part: "guide" as Part, state };
  const request = { shift, night: coming, accepted: 0, busy: false, perGuide: 20 };
  expect(whyNotAccepted(request, NOW, input)).toBe(accepting);
  expect(whyNotDeclined(request, NOW, input)).toBe(declining);
});

test("a night has one backup, however many guests", () => {
  const shift = { part: "backup" as Part, state: "declined" as ShiftState };
  expect(whyNotAccepted({ shift, night: coming, accepted: 1, busy: false, perGuide: 20 }, NOW)).toBe("taken");
});

const on = (state: ShiftState, part: Part = "guide", repeated = false) => ({ state, part, repeated });
test.each([
  [[], 7, "nobody"],
  [[on("asked")], 7, "nobody"],
  [[on("accepted", "backup")], 7, "nobody"],
  [[on("accepted")], 7, null],
  [[on("accepted")], 21, "few"],
  [[on("accepted"), on("accepted")], 21, null],
  [[on("accepted"), on("asked")], 7, null],
  [[on("accepted"), on("asked", "backup", true)], 7, "unanswered"],
  [[on("accepted"), on("declined"), on("withdrawn")], 7, null],
])("%o with %i guests: %s", (shifts, guests, gap) => expect(gapOf(coverOf(shifts, guests, 20))).toBe(gap));

test.each([
  ["Mateo Ávila", "MÁ", "Mateo"],
  ["Itzel", "IT", "Itzel"],
  ["ana@ronda.test", "AR", "ana"],
  ["", "?", ""],
])("%s is %s, called %s", (name, initials, called) => {
  expect(initialsOf(name)).toBe(initials);
  expect(calledName(name)).toBe(called);
});
