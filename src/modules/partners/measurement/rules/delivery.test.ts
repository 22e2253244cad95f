import { expect, test } from "vitest";
import { mayRecover, nextTry, whyWithheld } from "#src/modules/partners/measurement/rules/delivery.ts";

const NOW = new Date("2026-11-20T18:00:00Z");

test("is tried eight times within two days", () => {
  const tries = Array.from({ length: 9 }, (_, n) => nextTry(n + 1, NOW));
  const waits = tries.map((at) => at && (at.getTime() - NOW.getTime()) / 1000);
  expect(waits).toEqual([30, 120, 600, 3600, 21_600, 43_200, 86_400, null, null]);
  const whole = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
  expect(whole).toBeLessThan(2 * 86_400);
});

test.each([
  [null, null, false, true],
  [500, null, false, true],
  [503, 100, false, true],
  [429, null, false, true],
  [400, null, false, false],
  [400, 100, false, false],
  [400, 100, true, true],
  [401, null, false, false],
  [403, 10, false, false],
  [403, 200, false, false],
  ...[1, 2, 4, 17, 32, 341, 613, 80_004].map((code) => [400, code, false, true] as const),
  [400, 190, false, true],
  [401, 190, false, true],
  [403, 4, false, true],
] as const)(
  "an answer %s with code %s, transient: %s, may be another one later: %s",
  (status, code, isTransient, may) => expect(mayRecover({ status, code, isTransient })).toBe(may),
);

const FACTS = {
  consent: { withdrawn: false },
  email: "ana@guests.example",
  phone: "",
  bookingStatus: "confirmed",
  isConfigured: true,
};
test.each([
  [{}, null],
  [{ consent: null }, "forgotten"],
  [{ consent: { withdrawn: true } }, "withdrawn"],
  [{ bookingStatus: "cancelled" }, "not_confirmed"],
  [{ email: "" }, "forgotten"],
  [{ email: "", phone: "+525512345678" }, null],
  [{ isConfigured: false }, "not_configured"],
])("with %o it is withheld because: %s", (over, why) => expect(whyWithheld({ ...FACTS, ...over })).toBe(why));
