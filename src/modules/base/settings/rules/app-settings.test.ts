import fs from "node:fs";
import { expect, test } from "vitest";
import { CURRENCIES } from "#src/kernel/money.ts";
import {
  charges,
  defaultTextOf,
  errorOf,
  parseAppSettings,
  payableCurrencies,
  SETTING_KEYS,
  type SettingKey,
  textInForce,
} from "#src/modules/base/settings/rules/app-settings.ts";
import { COMPANIES } from "#src/modules/base/settings/rules/payment-companies.ts";

/** The operator's settings in docs/operating.md, and the default where the table names a number. */
const [, section = ""] = fs.readFileSync("docs/operating.md", "utf8").split("\n## Operator settings\n");
const documented = [...section.split("\n## ")[0]!.matchAll(/^\| ((?:`[a-z_]+`(?:, )?)+) \| ([^|]+) \|/gm)].flatMap(
  ([, names = "", output = ""]) => {
    const defaults = output.trim().split(", ");
    return [...names.matchAll(/`([a-z_]+)`/g)].map(([, key], n) => [key!, defaults[n] ?? defaults[0]!] as const);
  },
);

test("every setting stands in the operator's table, and nothing else", () => {
  expect(documented.map(([key]) => key).toSorted()).toEqual(SETTING_KEYS.toSorted());
});

test.each(documented.filter(([, output]) => /^\d+$/.test(output)))("%s is %s by default", (key, expected) => {
  expect(parseAppSettings([{ key, value: expected }])).toEqual(parseAppSettings([]));
});

test.each([
  [undefined, true],
  ["true", true],
  ["nonsense", true],
  ["false", false],
])("with open_for_sale %s the site is open: %s", (value, isOpen) =>
  expect(parseAppSettings(value === undefined ? [] : [{ key: "open_for_sale", value }]).isOpen).toBe(isOpen),
);

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
  expect(charged(value)).toMatchObject({ stripe, paypal });
});

const others = COMPANIES.map((name): string => `${name}: MXN; `).join("");
const NARROW = charged(`${others}stripe: MXN,USD; paypal: GBP,MXN`);

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
    ["free", "sandbox", ...COMPANIES],
    ["MXN", "USD", "GBP"],
  ], // and here nothing
  [["free", "cash", "invoice"], ["MXN"]],
])("with %j one can pay in %j", (configured, payable) => {
  expect(payableCurrencies(configured, NARROW)).toEqual(payable);
});

test("a provider that the setting doesn't name charges every currency", () => {
  expect(CURRENCIES.filter((currency) => charges("sandbox", currency, NARROW))).toEqual(CURRENCIES);
});

/** For each key a text that is a value of it, and one that is none. */
const EXAMPLES: Record<SettingKey, readonly [right: string, wrong: string]> = {
  primary_color: ["#0B6B54", "teal"],
  guests_per_guide: ["15", "0"],
  primary_color_light: ["#ea7490", "#fff"],
  primary_color_dark: ["#840e2a", "#840e2a;"],
  button_text_color: ["#000000", ""],
  logo_url: [`/uploads/${"a".repeat(32)}#640x210`, "https://elsewhere.example/logo.svg"],
  logo_dark_url: ["", `/uploads/${"a".repeat(32)}`],
  open_for_sale: ["false", "closed"],
  hide_all_spots_info: ["true", "1"],
  hide_total_spots_globally: ["false", "no"],
  show_limited_availability: ["true", "yes"],
  limited_availability_threshold: ["0", "101"],
  calendar_crawl_ids: [
    "6f1c1f5e-0d0c-4a53-9a52-1f0f8b9c7d11,7f1c1f5e-0d0c-4a53-9a52-1f0f8b9c7d11",
    "6f1c1f5e-0d0c-4a53-9a52-1f0f8b9c7d11,roma",
  ],
  default_crawl_id: ["6f1c1f5e-0d0c-4a53-9a52-1f0f8b9c7d11", "roma"],
  hold_minutes: ["60", "61"],
  hold_limit_minutes: ["31", "30"],
  waiting_offer_minutes: ["5", "61"],
  table_places: ["50", "51"],
  table_hours: ["1", "169"],
  max_people: ["100", "0"],
  gift_cards_on: ["true", "sold"],
  gift_card_amounts: ["500,1000", "500, many"],
  gift_card_least: ["1", "0"],
  gift_card_most: ["1000000", "1000001"],
  gift_card_months: ["0", "121"],
  gift_card_refund_days: ["90", "91"],
  cash_rounding: ["500", "0"],
  offline_places: ["0", "21"],
  staff_idle_hours: ["168", "169"],
  staff_session_hours: ["1", "1.5"],
  access_log_days: ["31", "30"],
  keep_bookings_years: ["5", "4"],
  keep_unfinished_days: ["1", "0"],
  keep_messages_days: ["30", "29"],
  keep_email_bodies_days: ["7", "6"],
  keep_email_addresses_days: ["30", "29"],
  keep_door_days: ["1825", "1826"],
  keep_ad_events_days: ["7", "6"],
  keep_provider_days: ["365", "366"],
  keep_visitors_days: ["30", "29"],
  keep_traces_days: ["30", "a month"],
  keep_consents_days: ["1098", "1097"],
  keep_wishes_days: ["1098", "1099"],
  keep_invitations_days: ["30", ""],
  keep_bulk_days: ["7", "6.5"],
  keep_steps_days: ["400", "29"],
  unpaid_per_network: ["0", "-1"],
  unpaid_per_home: ["100000", "100001"],
  unpaid_night_share: ["100", "101"],
  unpaid_per_browser: ["5", "five"],
  unpaid_per_email: ["5", "5e1"],
  unpaid_per_phone: ["5", "0x5"],
  unpaid_per_network_proven: ["", "many"],
  unpaid_per_domain: ["5", ""],
  unpaid_coupon_uses: ["5", "5 5"],
  unpaid_coupon_uses_per_network: ["5", "+5"],
  unpaid_per_reseller: ["0", "-1"],
  unpaid_per_reseller_night: ["5", "5.0"],
  hold_renewals: ["1000", "1001"],
  short_hold_minutes: ["5", "4"],
  unpaid_alarm_places: ["0", "∞"],
  unpaid_alarm_ratio: ["1", "0"],
  unpaid_alarm_share: ["0", "101"],
  unpaid_alarm_networks: ["1", "0"],
  link_days: ["3650", "0"],
  reminder_before_on: ["false", "off"],
  reminder_before_at: ["9:30", "21:01"],
  reminder_today_on: ["true", "on"],
  reminder_today_hours: ["12", "13"],
  rating_on: ["false", ""],
  rating_at: ["08:00", "24:00"],
  unfinished_on: ["true", "maybe"],
  unfinished_minutes: ["15", "14"],
  installments_from: ["1200", "-1"],
  oxxo_enabled: ["false", "off"],
  spei_enabled: ["true", "on"],
  bank_hold_hours: ["336", "0"],
  off_choice_hours: ["0", "337"],
  late_credit_percent: ["50", "101"],
  group_reminder_days: ["0", "61"],
  group_last_reminder_days: ["60", "61"],
  pay_at_door: ["false", "at 8"],
  transfer_details: ["Banco Uno, CLABE 000000000000000000, Ronda SA", "a\r\nb"],
  by_hand_hours: ["1", "337"],
  fb_pixel_id: ["12345", "1234"],
  provider_currencies: ["stripe: MXN; paypal: USD", "stripe: XYZ"],
  invoice_ask_days: ["366", "0"],
  invoice_hours: ["24", "0"],
  invoice_global_hours: ["72", "337"],
  brand_name: ["Noches & Cía.", "Noches\r\nBcc: someone"],
  founded_year: ["2019", "19"],
  reference_prefix: ["noc", "N-1"],
  operator_name: ["Ronda, S.A. de C.V.", "Ronda\r\nBcc: someone"],
  operator_rfc: ["", "x".repeat(201)],
  operator_address: ["Álvaro Obregón 1, {{constructor}} <img onerror>", "a\u2028b"],
  contact_email: ["hola@ronda.test", "hola@ronda"],
  contact_phone: ["+52 (55) 0000-0000", "call us"],
  social_facebook: ["https://facebook.example/ronda", "http://facebook.example/ronda"],
  social_instagram: ["https://instagram.example/ronda", "javascript:alert(1)"],
  social_twitter: ["", "ronda"],
};

test.each(Object.entries(EXAMPLES) as [SettingKey, readonly [string, string]][])(
  "%s takes %j only",
  (key, [right, wrong]) => {
    expect(errorOf(key, right)).toBeNull();
    expect(errorOf(key, wrong)).toMatchObject({ why: expect.any(String) });
    expect(textInForce(key, wrong)).toBe(defaultTextOf(key));
    // its notation stays the same however often it is written
    expect(textInForce(key, textInForce(key, right))).toBe(textInForce(key, right));
  },
);

test.each(SETTING_KEYS.map((key) => [key, defaultTextOf(key)] as const))(
  "the default of %s, %j, may be stored",
  (key, text) => {
    expect(errorOf(key, text)).toBeNull();
    expect(parseAppSettings([{ key, value: text }])).toEqual(parseAppSettings([]));
  },
);
