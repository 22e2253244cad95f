import { expect, test } from "vitest";
import { changeHold } from "#src/modules/sales/booking/rules/change-hold.ts";
import { parseAppSettings } from "#src/modules/base/settings/rules/app-settings.ts";

const settings = parseAppSettings([]);
const at = (minutes: number) => new Date(Date.parse("2026-11-20T18:00:00Z") + minutes * 60_000);
const waiting = (since: number, ends: number) => ({
  created_at: at(since + 5),
  held_since: at(since),
  hold_expires_at: at(ends),
});

test.each([
  // waiting change, runs, at minute: since, until
  [undefined, 0, 0, 0, 31],
  [undefined, 2, 0, 0, 31],
  [waiting(-20, 11), 1, 0, -20, 11],
  [waiting(-20, 11), 9, 0, -20, 11],
  [waiting(-40, 0), 1, 0, 0, 31],
  [{ ...waiting(-20, 11), held_since: null }, 1, 0, -15, 11],
])("after %j and %i runs a change at minute %i holds from %i to %i", (before, runs, now, since, ends) => {
  expect(changeHold(before, { runs, now: at(now) }, settings)).toEqual({ since: at(since), expires: at(ends) });
});

test.each([
  [undefined, 3],
  [waiting(-40, 0), 3],
])("after %j and %i runs none is held", (before, runs) =>
  expect(changeHold(before, { runs, now: at(0) }, settings)).toBeNull(),
);
