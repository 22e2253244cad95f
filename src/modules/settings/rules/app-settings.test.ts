import fs from "node:fs";
import { expect, test } from "vitest";
import { CURRENCIES } from "#src/kernel/money.ts";
import {
  charges,
  parseAppSettings,
  payableCurrencies,
  SETTING_KEYS,
} from "#src/modules/settings/rules/app-settings.ts";

/** The operator's settings in docs/operating.md, and the default where the table names a number. */
const documented = [
  ...fs.readFileSync("docs/operating.md", "utf8").matchAll(/^\| ((?:`[a-z_]+`(?:, )?)+) \| ([^|]+) \|/gm),
].flatMap(([, names = "", shown = ""]) => {
  const defaults = shown.trim().split(", ");
  return [...names.matchAll(/`([a-z_]+)`/g)].map(([, key], n) => [key!, defaults[n] ?? defaults[0]!] as const);
});

test("every setting stands in the operator's table, and nothing else", () => {
  expect(documented.map(([key]) => key).toSorted()).toEqual(SETTING_KEYS.toSorted());
});

test.each(documented.filter(([, shown]) => /^\d+$/.test(shown)))("%s is %s by default", (key, shown) => {
  expect(parseAppSettings([{ key, value: shown }])).toEqual(parseAppSettings([]));
});

test("nothing stored gives the defaults of the specification", () => {
  const settings = parseAppSettings([]);
  expect(settings.branding.primary_color).toBe("#dc1846");
  expect(settings.availability).toEqual({
    hideAllSeats: false,
    hideTotalSeats: false,
    showLimited: true,
    limitedThreshold: 50,
  });
  expect(settings.holdMinutes).toBe(31);
});

test.each([
  ["hide_all_spots_info", "true", "hideAllSeats", true],
  ["hide_all_spots_info", "1", "hideAllSeats", false],
  ["hide_total_spots_globally", "true", "hideTotalSeats", true],
  ["show_limited_availability", "false", "showLimited", false],
  ["show_limited_availability", "no", "showLimited", true],
  ["limited_availability_threshold", "30", "limitedThreshold", 30],
  ["limited_availability_threshold", "many", "limitedThreshold", 50],
] as const)("%s = %s makes %s %s", (key, value, name, expected) => {
  expect(parseAppSettings([{ key, value }]).availability[name]).toBe(expected);
});

test("a colour that is no colour never reaches a page", () => {
  const value = "red}</style><script>";
  expect(parseAppSettings([{ key: "primary_color", value }]).branding.primary_color).toBe("#dc1846");
});

test.each([
  ["123456789012345", "123456789012345"],
  ["123'); alert(1", null],
  ["", null],
  ["12", null],
])("the pixel id %s is taken as %s", (value, id) =>
  expect(parseAppSettings([{ key: "fb_pixel_id", value }]).fbPixelId).toBe(id),
);

const charged = (value?: string) =>
  parseAppSettings(value === undefined ? [] : [{ key: "provider_currencies", value }]).providerCurrencies;

test.each([
  ["stripe: MXN,USD; paypal: MXN", ["MXN", "USD"], ["MXN"]],
  [" stripe : USD , MXN ;", ["USD", "MXN"], CURRENCIES],
  ["paypal: EUR", CURRENCIES, ["EUR"]],
  ["stripe: MXN,XYZ; paypal: MXN", CURRENCIES, CURRENCIES],
  ["stripe: ; paypal: MXN", CURRENCIES, CURRENCIES],
  ["MXN,USD", CURRENCIES, CURRENCIES],
  ["", CURRENCIES, CURRENCIES],
  [undefined, CURRENCIES, CURRENCIES],
])("the providers' currencies %s are taken whole or not at all", (value, stripe, paypal) => {
  expect(charged(value)).toEqual({ stripe, paypal });
});

const NARROW = charged("stripe: MXN,USD; paypal: GBP,MXN");

test.each([
  [
    ["free", "stripe", "paypal"],
    ["MXN", "USD", "GBP"],
  ],
  [
    ["free", "stripe"],
    ["MXN", "USD"],
  ],
  [["free", "sandbox"], CURRENCIES],
  [["free", "sandbox", "stripe"], CURRENCIES], // the sandbox simulates PayPal
  [
    ["free", "sandbox", "stripe", "paypal"],
    ["MXN", "USD", "GBP"],
  ], // and here nothing
  [["free"], []],
])("with %j one can pay in %j", (configured, payable) => {
  expect(payableCurrencies(configured, NARROW)).toEqual(payable);
});

test("a provider that the setting doesn't name charges every currency", () => {
  expect(CURRENCIES.filter((currency) => charges("sandbox", currency, NARROW))).toEqual(CURRENCIES);
});
