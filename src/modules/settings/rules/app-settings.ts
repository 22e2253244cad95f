import { z } from "zod";
import { CURRENCIES, type Currency, isCurrency } from "#src/kernel/money.ts";

const hex = (fallback: string) =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .catch(fallback);
const whole = (fallback: number, min: number, max: number) => z.coerce.number().int().min(min).max(max).catch(fallback);
const ids = z
  .string()
  .transform((list) => list.split(",").map((id) => id.trim()))
  .pipe(z.array(z.uuid()))
  .catch([]);

/** The currencies that each provider can charge, by its name. A provider not listed charges all of them. */
export type ProviderCurrencies = Readonly<Record<string, readonly Currency[]>>;

const ANY_CURRENCY: ProviderCurrencies = { stripe: CURRENCIES, paypal: CURRENCIES };

/** Parses `stripe: MXN, USD; paypal: MXN`; null when any part of it is invalid. */
function readCurrencies(list: string): ProviderCurrencies | null {
  const parts = list.split(";").filter((part) => part.trim() !== "");
  const entries = parts.map((part) => {
    const [name = "", codes = ""] = part.split(":").map((text) => text.trim());
    return [name, codes.split(",").map((code) => code.trim())] as const;
  });
  const isRight =
    entries.length > 0 && entries.every(([name, codes]) => /^[a-z]+$/.test(name) && codes.every(isCurrency));
  return isRight ? (Object.fromEntries(entries) as ProviderCurrencies) : null;
}

/** Providers without online payment: `free` takes no money, the others are recorded by staff. */
export const NO_COMPANY: readonly string[] = ["free", "cash", "invoice"];

/**
 * The currencies that can be paid in, pesos first: those of the configured providers on offer. The sandbox simulates providers
 * that aren't configured.
 */
export function payableCurrencies(configured: readonly string[], charged: ProviderCurrencies): Currency[] {
  const isReplaced = configured.includes("stripe") && configured.includes("paypal");
  const offered = configured.filter((name) => !NO_COMPANY.includes(name) && !(name === "sandbox" && isReplaced));
  return CURRENCIES.filter((currency) => offered.some((name) => charges(name, currency, charged)));
}

/** Whether a provider charges a currency. */
export const charges = (provider: string, currency: Currency, charged: ProviderCurrencies): boolean =>
  (charged[provider] ?? CURRENCIES).includes(currency);

const line = z.string().trim().max(200).catch("");

/**
 * Keys, defaults and limits of `app_settings` (spec sections 3 and 9, mechanics.md). An invalid stored value silently falls
 * back to the default.
 */
const Stored = z.object({
  primary_color: hex("#dc1846"),
  primary_color_light: hex("#ea7490"),
  primary_color_dark: hex("#840e2a"),
  button_text_color: hex("#ffffff"),
  hide_all_spots_info: z.string().optional(),
  hide_total_spots_globally: z.string().optional(),
  show_limited_availability: z.string().optional(),
  limited_availability_threshold: whole(50, 0, 100),
  calendar_crawl_ids: ids,
  default_crawl_id: z.uuid().nullable().catch(null),
  /** minutes that a pending booking holds its seats; a provider's session lives one minute less (mechanics 1) */
  hold_minutes: whole(31, 1, 60),
  /** minutes after which holds are no longer extended (mechanics 1) */
  hold_limit_minutes: whole(60, 31, 60),
  max_people: whole(20, 1, 100),
  /** how long a session of staff lasts unused, and altogether (at most as long as everybody's: a week) */
  staff_idle_hours: whole(12, 1, 168),
  staff_session_hours: whole(168, 1, 168),
  /** how long the access log is kept; its table refuses to lose what is younger than 30 days */
  access_log_days: whole(180, 31, 3650),
  // live unpaid places (docs/decisions/060). 0 switches a cap off. One booking of `max_people` always fits.
  /** places of one network: an IPv4 /24 or an IPv6 /48. Beyond it a code is mailed */
  unpaid_per_network: whole(60, 0, 100_000),
  /** places of one IPv6 /64, likewise */
  unpaid_per_home: whole(60, 0, 100_000),
  /** percent of one departure that one network may keep, likewise */
  unpaid_night_share: whole(75, 0, 100),
  unpaid_per_browser: whole(30, 0, 100_000),
  unpaid_per_email: whole(30, 0, 100_000),
  unpaid_per_phone: whole(30, 0, 100_000),
  /** places of one network beyond that, of guests who confirmed their email; three times `unpaid_per_network` by default */
  unpaid_per_network_proven: z.coerce.number().int().min(0).max(100_000).nullable().catch(null),
  /** places of such guests with one mail domain, unless it is a public provider's */
  unpaid_per_domain: whole(60, 0, 100_000),
  /** unpaid bookings with the same limited coupon, of one browser, email or phone, and of one network */
  unpaid_coupon_uses: whole(2, 0, 100_000),
  unpaid_coupon_uses_per_network: whole(10, 0, 100_000),
  /** how often a lapsed booking may take its seats again */
  hold_renewals: whole(2, 0, 1000),
  /** minutes of a hold while unpaid far exceeds paid or beyond `unpaid_per_network`, until a payment is started */
  short_hold_minutes: whole(10, 5, 60),
  /** unpaid far exceeds paid: so many places in two hours, and so many times as many as were paid. 0 places: never */
  unpaid_alarm_places: whole(150, 0, 100_000),
  unpaid_alarm_ratio: whole(4, 1, 1000),
  /** days after a night during which its booking links open */
  link_days: whole(60, 1, 3650),
  /** cash at OXXO, which can't be refunded automatically (payments.md, Mexico) */
  oxxo_enabled: z.string().optional(),
  /** the operator's advertising pixel; without it no visitor is asked for consent */
  fb_pixel_id: z
    .string()
    .regex(/^\d{5,20}$/)
    .nullable()
    .catch(null),
  /** currencies each provider can charge: `stripe: MXN,USD; paypal: MXN` */
  provider_currencies: z
    .string()
    .transform(readCurrencies)
    .catch(null)
    .transform((read) => ({ ...ANY_CURRENCY, ...read })),
  /** the seller on receipts; tax number (RFC) and address only where given */
  operator_name: line.transform((name) => name || "Ronda"),
  operator_rfc: line,
  operator_address: line,
});

/** The keys of `app_settings`; docs/operating.md says what they mean. */
export const SETTING_KEYS: readonly string[] = Object.keys(Stored.shape);

export type AppSettings = ReturnType<typeof parseAppSettings>;

/** Parses stored key/value rows into typed settings with all defaults. */
export function parseAppSettings(rows: readonly { key: string; value: string }[]) {
  const stored = Stored.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])));
  return {
    branding: {
      primary_color: stored.primary_color,
      primary_color_light: stored.primary_color_light,
      primary_color_dark: stored.primary_color_dark,
      button_text_color: stored.button_text_color,
    },
    availability: {
      hideAllSeats: stored.hide_all_spots_info === "true",
      hideTotalSeats: stored.hide_total_spots_globally === "true",
      showLimited: stored.show_limited_availability !== "false",
      limitedThreshold: stored.limited_availability_threshold,
    },
    calendarCrawlIds: stored.calendar_crawl_ids,
    defaultCrawlId: stored.default_crawl_id,
    holdMinutes: stored.hold_minutes,
    holdLimitMinutes: stored.hold_limit_minutes,
    maxPeople: stored.max_people,
    staffSession: { idleHours: stored.staff_idle_hours, hours: stored.staff_session_hours },
    accessLogDays: stored.access_log_days,
    unpaid: {
      network: stored.unpaid_per_network,
      home: stored.unpaid_per_home,
      nightShare: stored.unpaid_night_share,
      browser: stored.unpaid_per_browser,
      email: stored.unpaid_per_email,
      phone: stored.unpaid_per_phone,
      provenNetwork: stored.unpaid_per_network_proven ?? stored.unpaid_per_network * 3,
      domain: stored.unpaid_per_domain,
      couponUses: stored.unpaid_coupon_uses,
      networkCouponUses: stored.unpaid_coupon_uses_per_network,
      renewals: stored.hold_renewals,
      shortHoldMinutes: stored.short_hold_minutes,
      alarmPlaces: stored.unpaid_alarm_places,
      alarmRatio: stored.unpaid_alarm_ratio,
    },
    linkDays: stored.link_days,
    oxxoEnabled: stored.oxxo_enabled === "true",
    fbPixelId: stored.fb_pixel_id,
    providerCurrencies: stored.provider_currencies,
    operator: { name: stored.operator_name, rfc: stored.operator_rfc, address: stored.operator_address },
  };
}
