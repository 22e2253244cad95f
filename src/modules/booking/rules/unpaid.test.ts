import { expect, test } from "vitest";
import {
  becauseOf,
  capsBeyond,
  capsOf,
  codeWindows,
  isPressed,
  leastOfNight,
  lineOf,
} from "#src/modules/booking/rules/unpaid.ts";
import { parseAppSettings } from "#src/modules/settings/rules/app-settings.ts";

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

test.each([
  [{ unpaid: 149, paid: 0 }, false],
  [{ unpaid: 150, paid: 0 }, true],
  [{ unpaid: 150, paid: 38 }, false],
  [{ unpaid: 150, paid: 37 }, true],
])("%j presses the site: %s", (tally, pressed) =>
  expect(isPressed(tally, settings.unpaid.alarmPlaces, settings.unpaid)).toBe(pressed),
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
