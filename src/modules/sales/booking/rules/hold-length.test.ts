import { describe, expect, test } from "vitest";
import {
  asksProof,
  extendedHold,
  firstHold,
  type HoldLength,
  renewedHold,
} from "#src/modules/sales/booking/rules/hold-length.ts";
import { parseAppSettings } from "#src/modules/base/settings/rules/app-settings.ts";

const settings = parseAppSettings([]);
const at = (minutes: number) => new Date(Date.parse("2026-11-20T18:00:00Z") + minutes * 60_000);
const minutesOf = (expires: Date) => (expires.getTime() - at(0).getTime()) / 60_000;

test("a new hold lasts 31 minutes, a short one 10", () => {
  expect(firstHold(at(0), false, settings)).toEqual({ expires: at(31), length: "normal" });
  expect(firstHold(at(0), true, settings)).toEqual({ expires: at(10), length: "short" });
});

const held = (ends: number, hold_length: HoldLength) => ({ created_at: at(0), hold_expires_at: at(ends), hold_length });

test.each([
  // now, paying, pressed, proven, ends, length: ends then, length then
  [28, true, false, false, 31, "normal", 59, "normal"],
  [28, false, false, false, 31, "normal", 59, "normal"],
  [45, true, false, false, 59, "normal", 60, "normal"],
  // short: once, and only by a payment
  [5, false, true, true, 10, "short", 10, "short"],
  [5, true, true, true, 10, "short", 36, "prolonged"],
  [28, true, true, true, 36, "prolonged", 36, "prolonged"],
  // short beyond its network's cap: likewise, also when nothing piles up
  [5, true, false, false, 10, "short", 36, "prolonged"],
  [28, true, false, false, 36, "prolonged", 36, "prolonged"],
  // a hold from before the pressure
  [20, false, true, true, 31, "normal", 31, "normal"],
  [20, true, true, true, 31, "normal", 51, "prolonged"],
  // one that was agreed on
  [20, true, false, false, 9000, "agreed", 9000, "agreed"],
  [20, true, true, true, 9000, "agreed", 9000, "agreed"],
  // of somebody who hasn't shown that they read their email
  [20, true, true, false, 31, "normal", 31, "normal"],
  [5, true, true, false, 10, "short", 10, "short"],
  [5, false, true, false, 31, "normal", 31, "normal"],
] as const)(
  "at minute %i (paying: %s, pressed: %s, proven: %s) a live hold until %i, %s, is extended to %i and then %s",
  (now, paying, pressed, proven, ends, length, endsThen, lengthThen) => {
    const hold = extendedHold(held(ends, length), { now: at(now), paying, pressed, proven }, settings);
    expect({ ...hold, expires: minutesOf(hold.expires) }).toEqual({ expires: endsThen, length: lengthThen });
  },
);

test.each([
  [true, false, false, "normal", 31, "normal"],
  [false, true, true, "normal", 10, "short"],
  [true, true, true, "normal", 31, "prolonged"],
  [false, false, false, "short", 10, "short"],
  [true, false, false, "short", 31, "prolonged"],
  [true, true, true, "prolonged", 10, "prolonged"],
  [false, true, true, "prolonged", 10, "prolonged"],
  // while nobody can be mailed a code
  [true, true, false, "normal", 10, "short"],
  [true, true, false, "short", 10, "short"],
] as const)(
  "taken again (paying: %s, pressed: %s, proven: %s) a %s hold lasts %i minutes and is %s",
  (paying, pressed, proven, length, minutes, then) => {
    const hold = renewedHold({ hold_length: length }, { now: at(0), paying, pressed, proven }, settings);
    expect({ ...hold, expires: minutesOf(hold.expires) }).toEqual({ expires: minutes, length: then });
  },
);

describe("while unpaid places pile up, a proof is asked for", () => {
  const asks = (now: number, ends: number, over: Partial<Parameters<typeof asksProof>[1] & { length: HoldLength }>) => {
    const { length = "normal", ...moment } = over;
    const usual = { now: at(now), paying: true, pressed: true, proven: false, voucher: false };
    return asksProof({ ...held(ends, length), status: "pending" }, { ...usual, ...moment }, settings);
  };

  test.each([
    ["to pay with sixteen minutes left", 15, 31, {}, false],
    ["to pay with fifteen", 16, 31, {}, false],
    ["to pay with fourteen", 17, 31, {}, true],
    ["to pay in a short hold", 1, 10, { length: "short" }, true],
    ["to pay in one that was prolonged already", 30, 36, { length: "prolonged" }, false],
    ["to look at a hold that ends soon", 30, 31, { paying: false }, false],
    ["to take a lapsed hold again", 31, 31, { paying: false }, true],
    ["to take a lapsed hold again by paying", 40, 31, {}, true],
    ["to take one again that was prolonged already", 40, 36, { length: "prolonged" }, true],
    ["for a voucher, however much is left", 0, 31, { voucher: true }, true],
    ["of who has shown it", 40, 31, { proven: true, voucher: true }, false],
    ["when nothing piles up", 40, 31, { pressed: false, voucher: true }, false],
  ] as const)("%s: minute %i of %i, %j: %s", (_, now, ends, over, input) => expect(asks(now, ends, over)).toBe(input));

  test("whatever happens, an unproven hold ends when it did at first", () => {
    for (let now = 0; now < 60; now++)
      for (const paying of [true, false])
        for (const length of ["normal", "short", "prolonged", "agreed"] as const) {
          const moment = { now: at(now), paying, pressed: true, proven: false };
          expect(extendedHold(held(31, length), moment, settings).expires).toEqual(at(31));
        }
  });
});
