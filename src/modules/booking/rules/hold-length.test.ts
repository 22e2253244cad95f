import { expect, test } from "vitest";
import { extendedHold, firstHold, type HoldLength, renewedHold } from "#src/modules/booking/rules/hold-length.ts";
import { parseAppSettings } from "#src/modules/settings/rules/app-settings.ts";

const settings = parseAppSettings([]);
const at = (minutes: number) => new Date(Date.parse("2026-11-20T18:00:00Z") + minutes * 60_000);
const minutesOf = (expires: Date) => (expires.getTime() - at(0).getTime()) / 60_000;

test("a new hold lasts 31 minutes, a short one 10", () => {
  expect(firstHold(at(0), false, settings)).toEqual({ expires: at(31), length: "normal" });
  expect(firstHold(at(0), true, settings)).toEqual({ expires: at(10), length: "short" });
});

const held = (ends: number, hold_length: HoldLength) => ({ created_at: at(0), hold_expires_at: at(ends), hold_length });

test.each([
  // now, paying, pressed, ends, length: ends then, length then
  [28, true, false, 31, "normal", 59, "normal"],
  [28, false, false, 31, "normal", 59, "normal"],
  [45, true, false, 59, "normal", 60, "normal"],
  // short: once, and only by a payment
  [5, false, true, 10, "short", 10, "short"],
  [5, true, true, 10, "short", 36, "prolonged"],
  [28, true, true, 36, "prolonged", 36, "prolonged"],
  // short beyond its network's cap: likewise, also when nothing piles up
  [5, true, false, 10, "short", 36, "prolonged"],
  [28, true, false, 36, "prolonged", 36, "prolonged"],
  // a hold from before the pressure
  [20, false, true, 31, "normal", 31, "normal"],
  [20, true, true, 31, "normal", 51, "prolonged"],
] as const)(
  "at minute %i (paying: %s, pressed: %s) a live hold until %i, %s, is extended to %i and then %s",
  (now, paying, pressed, ends, length, endsThen, lengthThen) => {
    const hold = extendedHold(held(ends, length), { now: at(now), paying, pressed }, settings);
    expect({ ...hold, expires: minutesOf(hold.expires) }).toEqual({ expires: endsThen, length: lengthThen });
  },
);

test.each([
  [true, false, "normal", 31, "normal"],
  [false, true, "normal", 10, "short"],
  [true, true, "normal", 31, "prolonged"],
  [false, false, "short", 10, "short"],
  [true, false, "short", 31, "prolonged"],
  [true, true, "prolonged", 10, "prolonged"],
  [false, true, "prolonged", 10, "prolonged"],
] as const)(
  "taken again (paying: %s, pressed: %s) a %s hold lasts %i minutes and is %s",
  (paying, pressed, length, minutes, then) => {
    const hold = renewedHold({ hold_length: length }, { now: at(0), paying, pressed }, settings);
    expect({ ...hold, expires: minutesOf(hold.expires) }).toEqual({ expires: minutes, length: then });
  },
);
