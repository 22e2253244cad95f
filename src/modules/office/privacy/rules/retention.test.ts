import { expect, test } from "vitest";
import { KINDS, overBefore } from "#src/modules/office/privacy/rules/retention.ts";
import { parseAppSettings } from "#src/modules/base/settings/rules/app-settings.ts";

const at = (text: string) => new Date(text);
const defaults = parseAppSettings([]).terms;

test.each([
  // five calendar years in Mexico City, however many of them were leap years
  ["bookings", {}, "2026-11-20T18:00:00Z", "2021-11-20T18:00:00.000Z"],
  ["bookings", {}, "2028-02-29T18:00:00Z", "2023-02-28T18:00:00.000Z"],
  ["bookings", { bookings: 10 }, "2026-11-20T18:00:00Z", "2016-11-20T18:00:00.000Z"],
  ["unfinished", {}, "2026-11-20T18:00:00Z", "2026-10-21T18:00:00.000Z"],
  ["emailBodies", {}, "2026-11-20T18:00:00Z", "2026-08-22T18:00:00.000Z"],
  ["emailBodies", { emailBodies: 7 }, "2026-11-20T18:00:00Z", "2026-11-13T18:00:00.000Z"],
  ["consents", {}, "2026-11-20T18:00:00Z", "2023-11-18T18:00:00.000Z"],
] as const)("%s with %j at %s is over before %s", (kind, terms, now, over) => {
  expect(overBefore(kind, { ...defaults, ...terms }, at(now)).toISOString()).toBe(over);
});

test("every kind has a term that is longer than nothing", () => {
  for (const kind of KINDS) expect(defaults[kind], kind).toBeGreaterThan(0);
});
