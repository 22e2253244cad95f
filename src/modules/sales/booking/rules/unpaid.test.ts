import { describe, expect, test } from "vitest";
import {
  becauseOf,
  capsBeyond,
  capsOf,
  codeWindows,
  leastOfNight,
  lineOf,
  NO_CAPS,
  NO_LIMIT,
  nightPressed,
  sitePressed,
  siteRushed,
} from "#src/modules/sales/booking/rules/unpaid.ts";
import { parseAppSettings } from "#src/modules/base/settings/rules/app-settings.ts";

const settings = parseAppSettings([]);

test.each([
  ["+52 55 1234 5678", "5512345678"],
  ["(55) 1234-5678", "5512345678"],
  ["123456", "123456"],
])("%s is the line %s", (phone, line) => expect(lineOf(phone)).toBe(line));

test("one whole booking fits under every cap, and a cap of zero is none", () => {
  const unpaid = { ...settings.unpaid, network: 5, browser: 0, couponUses: 0 };
  const caps = capsOf({ unpaid, maxPeople: 20 }, 10);
  expect(caps).toMatchObject({ network: 20, browser: 0, night: 20 });
  expect(caps.uses).toBeGreaterThan(100_000);
  expect(capsOf(settings, 100).night).toBe(75);
});

test("a share and a coupon's uses of zero are no cap either", () => {
  const none = { ...settings.unpaid, nightShare: 0, couponUses: 0, networkCouponUses: 0 };
  const without = capsOf({ ...settings, unpaid: none }, 100);
  expect(without).toMatchObject({ night: NO_LIMIT, uses: NO_LIMIT, network_uses: NO_LIMIT });
  const some = { ...settings.unpaid, couponUses: 4, networkCouponUses: 7 };
  expect(capsOf({ ...settings, unpaid: some }, 100)).toMatchObject({ uses: 4, network_uses: 7 });
});

test("who sells to others meets no cap, whichever there are", () => {
  const caps = Object.keys(capsOf(settings, 100)) as (keyof typeof NO_CAPS)[];
  expect(caps.filter((cap) => NO_CAPS[cap] !== 0 && NO_CAPS[cap] !== NO_LIMIT)).toEqual([]);
});

test("who reads their email passes the caps that they share, up to an end of each network", () => {
  const usual = capsOf(settings, 100);
  const beyond = capsBeyond(usual, settings);
  expect(beyond).toMatchObject({ network: 180, home: 0, phone: 0, browser: 30, email: 30, domain: 60, uses: 2 });
  expect(beyond.network_uses).toBe(3 * usual.network_uses);
  expect(beyond.night).toBeGreaterThan(100_000);
});

test.each([
  [{}, 180],
  [{ unpaid_per_network: "100" }, 300],
  [{ unpaid_per_network: "100", unpaid_per_network_proven: "150" }, 150],
  // never less than without a proof
  [{ unpaid_per_network: "100", unpaid_per_network_proven: "50" }, 100],
  [{ unpaid_per_network: "0" }, 0],
  [{ unpaid_per_network_proven: "0" }, 0],
  [{ unpaid_per_network_proven: "many" }, 180],
])("with the settings %j a network's guests who read their email keep %i places", (stored, cap) => {
  const set = parseAppSettings(Object.entries(stored).map(([key, value]) => ({ key, value })));
  expect(capsBeyond(capsOf(set, 100), set).network).toBe(cap);
});

test.each([
  ["browser", null],
  ["email", null],
  ["network", "network"],
  ["home", "network"],
  ["phone", "phone"],
  ["domain", "domain"],
] as const)("the cap of a %s gives the reason %s", (cap, because) => expect(becauseOf(cap)).toBe(because));

describe("the whole site is pressed", () => {
  const crowd = { all: { unpaid: 400, paid: 10 }, networks: { unpaid: 30, paid: 5 }, coming: 560, afterCrowd: false };

  test.each([
    ["by thirty networks that keep most of two weeks", {}, true],
    ["by so many places as the alarm says", { all: { unpaid: 184, paid: 0 } }, true],
    ["not by a third of two weeks less one", { all: { unpaid: 183, paid: 0 } }, false],
    ["not by eight bookings of twenty", { all: { unpaid: 160, paid: 0 }, networks: { unpaid: 8, paid: 0 } }, false],
    ["not by four networks, whatever they keep", { networks: { unpaid: 4, paid: 0 } }, false],
    ["by five", { networks: { unpaid: 5, paid: 0 } }, true],
    ["not while as many networks pay", { networks: { unpaid: 30, paid: 30 } }, false],
    ["while fewer do", { networks: { unpaid: 30, paid: 29 } }, true],
    ["not while a fifth is paid", { all: { unpaid: 400, paid: 100 } }, false],
    ["while less than a fifth is", { all: { unpaid: 400, paid: 99 } }, true],
    ["on a small site by 150 places", { coming: 80, all: { unpaid: 150, paid: 0 } }, true],
    ["on a small site not by fewer", { coming: 80, all: { unpaid: 149, paid: 0 } }, false],
    ["on a large site not by what is much for a small one", { coming: 7000 }, false],
    ["after a crowd by a quarter of it", { afterCrowd: true, all: { unpaid: 46, paid: 0 } }, true],
    ["after a crowd not by less", { afterCrowd: true, all: { unpaid: 45, paid: 0 } }, false],
    ["after a crowd not by four networks", { afterCrowd: true, networks: { unpaid: 4, paid: 0 } }, false],
    ["after a crowd not while a fifth is paid", { afterCrowd: true, all: { unpaid: 60, paid: 15 } }, false],
  ] as const)("%s: %j: %s", (_, over, pressed) => expect(sitePressed({ ...crowd, ...over }, settings)).toBe(pressed));

  test("never, where the operator has switched the alarm off", () => {
    const off = parseAppSettings([{ key: "unpaid_alarm_places", value: "0" }]);
    expect(sitePressed(crowd, off)).toBe(false);
    expect(nightPressed({ unpaid: 40, paid: 0 }, 40, off)).toBe(false);
  });
});

describe("a crowd takes places faster than anybody can pay", () => {
  const none = { unpaid: 0, paid: 0 };
  const quiet = { all: none, networks: none, coming: 560, afterCrowd: false };
  const networks = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `network-${from + n}`);
  const lookup = (places: number, of: string[]) => ({ ...quiet, young: { places, networks: new Set(of) } });
  const taking = (people: number, of: string[]) => of.map((network) => ({ network, people }));

  test.each([
    ["what is being taken counts", lookup(0, []), taking(23, networks(0, 8)), true],
    ["up to a third of two weeks", lookup(0, []), taking(22, networks(0, 8)), false],
    ["with what is minutes old", lookup(100, networks(0, 8)), taking(14, networks(8, 14)), true],
    ["of five networks, each counted once", lookup(100, networks(0, 4)), taking(50, networks(0, 4)), false],
    ["of four and another", lookup(100, networks(0, 4)), taking(50, networks(3, 5)), true],
    ["unless a fifth is paid", { ...lookup(200, networks(0, 9)), all: { unpaid: 0, paid: 50 } }, [], false],
  ])("%s", (_, recent, claims, rushed) => expect(siteRushed(recent, claims, settings)).toBe(rushed));
});

test.each([
  [{ unpaid: 29, paid: 0 }, 40, false],
  [{ unpaid: 30, paid: 0 }, 40, true],
  [{ unpaid: 30, paid: 8 }, 40, false],
  [{ unpaid: 33, paid: 8 }, 40, true],
  // one whole booking is nothing unusual
  [{ unpaid: 19, paid: 0 }, 10, false],
])("%j presses a night of %i: %s", (tally, seats, pressed) =>
  expect(nightPressed(tally, seats, settings)).toBe(pressed),
);

test("a small night is pressed by more than one party only", () => {
  expect(leastOfNight(10, settings)).toBe(20);
  expect(leastOfNight(100, settings)).toBe(75);
});

test("a code lives for fifteen to thirty minutes", () => {
  const [issued] = codeWindows(new Date("2026-11-20T18:00:00Z"));
  expect(codeWindows(new Date("2026-11-20T18:29:59Z"))).toContain(issued);
  expect(codeWindows(new Date("2026-11-20T18:30:00Z"))).not.toContain(issued);
});
