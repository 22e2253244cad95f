import { expect, test } from "vitest";
import { byHandOf, byHandUntil } from "#src/modules/money/payments/rules/by-hand.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);
const byHand = { door: true, transfer: "", hours: 48 };

test.each([
  ["a company takes payments", byHand, true, null],
  ["nobody takes money", { ...byHand, door: false }, false, null],
  ["at the door", byHand, false, byHand],
  [
    "by transfer alone",
    { ...byHand, door: false, transfer: "CLABE 1" },
    false,
    { ...byHand, door: false, transfer: "CLABE 1" },
  ],
])("%s", (_, settings, online, ways) => expect(byHandOf({ byHand: settings }, online)).toEqual(ways));

test.each([
  ["at the door, the start and half an hour", true, hours(100), hours(100.5)],
  ["at the door, soon", true, hours(1), hours(1.5)],
  ["by transfer, some hours", false, hours(100), hours(48)],
  ["by transfer, not past the start", false, hours(3), hours(3)],
])("%s", (_, door, start, until) => expect(byHandUntil(NOW, start, { door, hours: 48 })).toEqual(until));
