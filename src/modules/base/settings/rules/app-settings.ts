import { MANUAL_METHODS } from "#src/kernel/pay-method.ts";
import { COMPANIES, SIMULATION } from "#src/modules/base/settings/rules/payment-companies.ts";
import { PRODUCT } from "#src/kernel/brand.ts";
import { REFERENCE_PREFIX } from "#src/kernel/codes.ts";
import { CURRENCIES, type Currency, isCurrency } from "#src/kernel/money.ts";

/** Why a text can't be the value of a setting; `least`, `most` and `longest` are its limits. */
export type SettingError =
  | {
      why:
        | "amounts"
        | "colour"
        | "yes_no"
        | "ids"
        | "id"
        | "pixel"
        | "currencies"
        | "email"
        | "phone"
        | "link"
        | "logo"
        | "prefix";
    }
  | { why: "whole"; least: number; most: number }
  | { why: "clock"; least: string; most: string }
  | { why: "line"; longest: number };

/**
 * One setting: `read` gives the value of a stored text, undefined where it can't be one; `write` is the text that is stored for
 * a value, the same for all texts of one value.
 */
type Setting<T> = {
  read: (text: string) => T | undefined;
  write: (value: T) => string;
  fallback: T;
  error: SettingError;
};

const same = (text: string) => text;
const written = (value: string | number | null) => (value === null ? "" : String(value));

const hex = (fallback: string): Setting<string> => ({
  read: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined),
  write: same,
  fallback,
  error: { why: "colour" },
});

const numberIn = (text: string, least: number, most: number): number | undefined =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;

const whole = (fallback: number, least: number, most: number): Setting<number> => ({
  read: (text) => numberIn(text, least, most),
  write: String,
  fallback,
  error: { why: "whole", least, most },
});

const wholeOrNone = (least: number, most: number): Setting<number | null> => ({
  read: (text) => (text === "" ? null : numberIn(text, least, most)),
  write: written,
  fallback: null,
  error: { why: "whole", least, most },
});

const yesNo = (fallback: boolean): Setting<boolean> => ({
  read: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  write: String,
  fallback,
  error: { why: "yes_no" },
});

/** A local time (HH:MM) between two others; `9:30` is read as 09:30. */
const clock = (fallback: string, least: string, most: string): Setting<string> => ({
  read: (text) => {
    const time = /^\d:/.test(text) ? `0${text}` : text;
    return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) && time >= least && time <= most ? time : undefined;
  },
  write: same,
  fallback,
  error: { why: "clock", least, most },
});

const LONGEST = 200;
const isLine = (text: string) => text.length <= LONGEST && !/[\p{Cc}\u2028\u2029]/u.test(text);

/** A few letters, in capitals. */
const letters = (form: RegExp, fallback: string): Setting<string> => ({
  read: (text) => (form.test(text.toUpperCase()) ? text.toUpperCase() : undefined),
  write: same,
  fallback,
  error: { why: "prefix" },
});

/** A few whole pesos, the smallest first: `500, 1000`. */
const amounts: Setting<readonly number[]> = {
  read: (text) => {
    if (text === "") return [];
    const list = text.split(",").map((part) => numberIn(part.trim(), 1, 1_000_000));
    if (list.length > 8 || list.includes(undefined)) return undefined;
    return [...new Set(list as number[])].toSorted((a, b) => a - b);
  },
  write: (list) => list.join(", "),
  fallback: [500, 1000, 2000],
  error: { why: "amounts" },
};

/** One line of text; empty for none, or for what is said instead. */
const line = (fallback = ""): Setting<string> => ({
  read: (text) => (isLine(text) ? text || fallback : undefined),
  write: same,
  fallback,
  error: { why: "line", longest: LONGEST },
});

/** A line of a certain form; empty for none. */
const formed = (form: RegExp, why: "email" | "phone" | "link"): Setting<string> => ({
  read: (text) => (text === "" || (isLine(text) && form.test(text)) ? text : undefined),
  write: same,
  fallback: "",
  error: { why },
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const ids: Setting<readonly string[]> = {
  read: (text) => {
    if (text === "") return [];
    const list = [...new Set(text.split(",").map((id) => id.trim().toLowerCase()))];
    return list.every((id) => UUID.test(id)) ? list : undefined;
  },
  write: (list) => list.join(","),
  fallback: [],
  error: { why: "ids" },
};

const orNone = (form: RegExp, why: "id" | "pixel"): Setting<string | null> => ({
  read: (text) => (text === "" ? null : form.test(text) ? text : undefined),
  write: written,
  fallback: null,
  error: { why },
});

/** A logo by upload: its URL without width and extension, and the size of its largest file in pixels. */
export type OwnLogo = { src: string; width: number; height: number };

const LOGO = /^(\/uploads\/[0-9a-f]{32})#([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/** A logo as it is stored: its URL with its size, `/uploads/<name>#640x210`. */
export const logoText = ({ src, width, height }: OwnLogo): string => `${src}#${width}x${height}`;

/** The logo that a text names; null for another text. */
export function logoIn(text: string): OwnLogo | null {
  const [, src, width, height] = LOGO.exec(text) ?? [];
  return src === undefined ? null : { src, width: Number(width), height: Number(height) };
}

const logo: Setting<OwnLogo | null> = {
  read: (text) => (text === "" ? null : (logoIn(text) ?? undefined)),
  write: (value) => (value === null ? "" : logoText(value)),
  fallback: null,
  error: { why: "logo" },
};

/** The currencies that each provider can charge, by its name. A provider not listed charges all of them. */
export type ProviderCurrencies = Readonly<Record<string, readonly Currency[]>>;

const ANY_CURRENCY: ProviderCurrencies = Object.fromEntries(COMPANIES.map((name) => [name, CURRENCIES]));

/** Parses `stripe: MXN, USD; paypal: MXN`; undefined when any part of it is invalid. */
function readCurrencies(list: string): ProviderCurrencies | undefined {
  const parts = list.split(";").filter((part) => part.trim() !== "");
  const entries = parts.map((part) => {
    const [name = "", codes = ""] = part.split(":").map((text) => text.trim());
    return [name, codes.split(",").map((code) => code.trim())] as const;
  });
  const isRight =
    entries.length > 0 && entries.every(([name, codes]) => /^[a-z]+$/.test(name) && codes.every(isCurrency));
  return isRight ? { ...ANY_CURRENCY, ...(Object.fromEntries(entries) as ProviderCurrencies) } : undefined;
}

/** The currencies of providers as one text, in the order of `CURRENCIES`: `stripe: MXN,USD; paypal: MXN`. */
export const writeCurrencies = (charged: ProviderCurrencies): string =>
  Object.entries(charged)
    .map(([name, codes]) => `${name}: ${CURRENCIES.filter((code) => codes.includes(code)).join(",")}`)
    .join("; ");

/** The currencies of providers that a text says; all where it says none. */
export const chargedIn = (text: string): ProviderCurrencies => readCurrencies(text) ?? ANY_CURRENCY;

/** Providers without online payment: `free` takes no money, the others are recorded by staff. */
export const NO_COMPANY: readonly string[] = ["free", ...MANUAL_METHODS];

/**
 * The currencies that can be paid in, pesos first: those of the configured providers on offer. The sandbox simulates providers
 * that aren't configured. Pesos where there is none: that is what is paid by hand.
 */
export function payableCurrencies(configured: readonly string[], charged: ProviderCurrencies): Currency[] {
  const isReplaced = COMPANIES.every((name) => configured.includes(name));
  const offered = configured.filter((name) => !NO_COMPANY.includes(name) && !(name === SIMULATION && isReplaced));
  if (offered.length === 0) return ["MXN"];
  return CURRENCIES.filter((currency) => offered.some((name) => charges(name, currency, charged)));
}

/** Whether any company takes payments online. */
export const paysOnline = (configured: readonly string[]): boolean =>
  configured.some((name) => !NO_COMPANY.includes(name));

/** Whether a provider charges a currency. */
export const charges = (provider: string, currency: Currency, charged: ProviderCurrencies): boolean =>
  (charged[provider] ?? CURRENCIES).includes(currency);

/**
 * Keys, defaults and limits of `app_settings` (spec sections 3 and 9, docs/rules.md). An invalid stored value silently falls
 * back to the default.
 */
const SETTINGS = {
  primary_color: hex("#dc1846"),
  primary_color_light: hex("#ea7490"),
  primary_color_dark: hex("#840e2a"),
  button_text_color: hex("#ffffff"),
  /** the operator's logo, and the one for dark ground; without the latter the former counts, on paper, without both Ronda's */
  logo_url: logo,
  logo_dark_url: logo,
  /** `false`: guests can't book any night, staff can (modules/office/opening) */
  open_for_sale: yesNo(true),
  hide_all_spots_info: yesNo(false),
  hide_total_spots_globally: yesNo(false),
  show_limited_availability: yesNo(true),
  limited_availability_threshold: whole(50, 0, 100),
  calendar_crawl_ids: ids,
  default_crawl_id: orNone(UUID, "id"),
  /** minutes that a pending booking holds its seats; a provider's session lives one minute less (rule seats-3) */
  hold_minutes: whole(31, 1, 60),
  /** minutes after which holds are no longer extended (rule seats-3) */
  hold_limit_minutes: whole(60, 31, 60),
  /** minutes that places are held for somebody on the waiting list who is offered them (docs/decisions/169) */
  waiting_offer_minutes: whole(30, 5, 60),
  /** the most places that a guest may reserve for friends, and for how many hours (docs/decisions/211) */
  table_places: whole(19, 1, 50),
  table_hours: whole(24, 1, 168),
  max_people: whole(20, 1, 100),
  /** what pesos in cash are rounded to, in centavos (docs/decisions/109) */
  cash_rounding: whole(100, 1, 1000),
  /** places of a night that a device may sell offline; 0: none (docs/decisions/110) */
  offline_places: whole(0, 0, 20),
  /** how long a session of staff lasts unused, and altogether (at most as long as everybody's: a week) */
  staff_idle_hours: whole(12, 1, 168),
  staff_session_hours: whole(168, 1, 168),
  /** how long the access log is kept; its table refuses to lose what is younger than 30 days */
  access_log_days: whole(180, 31, 3650),
  // how long data about people is kept (docs/decisions/137); `TERMS` below says of what each is the term
  /** years after the night: as long as the books must be kept (article 30 of the Código Fiscal de la Federación) */
  keep_bookings_years: whole(5, 5, 10),
  keep_unfinished_days: whole(30, 1, 365),
  /** after it was answered, or came: as long as a consumer may claim (article 105 of the Ley Federal de Protección al Consumidor) */
  keep_messages_days: whole(365, 30, 1825),
  keep_email_bodies_days: whole(90, 7, 1825),
  keep_email_addresses_days: whole(365, 30, 1825),
  keep_door_days: whole(365, 30, 1825),
  /** at least as long as an event may be tried again */
  keep_ad_events_days: whole(90, 7, 365),
  keep_provider_days: whole(30, 7, 365),
  /** at least as long as a captured code is valid */
  keep_visitors_days: whole(30, 30, 365),
  keep_traces_days: whole(90, 30, 365),
  /** a decision holds for a year, and claims may follow for two more: their table refuses to lose them sooner */
  keep_consents_days: whole(1098, 1098, 3650),
  keep_wishes_days: whole(365, 30, 1098),
  keep_invitations_days: whole(180, 30, 1098),
  keep_bulk_days: whole(90, 7, 365),
  /** counts without people; two years, to compare a season with the one before */
  keep_steps_days: whole(730, 30, 3650),
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
  unpaid_per_network_proven: wholeOrNone(0, 100_000),
  /** places of such guests with one mail domain, unless it is a public provider's */
  unpaid_per_domain: whole(60, 0, 100_000),
  /** unpaid bookings with the same limited coupon, of one browser, email or phone, and of one network */
  unpaid_coupon_uses: whole(2, 0, 100_000),
  unpaid_coupon_uses_per_network: whole(10, 0, 100_000),
  /** places that the programs of one reseller hold unconfirmed, on all nights and on one, of which half is left at least: less than what alarms (docs/decisions/218) */
  unpaid_per_reseller: whole(100, 0, 100_000),
  unpaid_per_reseller_night: whole(40, 0, 100_000),
  /** how often a lapsed booking may take its seats again */
  hold_renewals: whole(2, 0, 1000),
  /** minutes of a hold while unpaid far exceeds paid or beyond `unpaid_per_network`, until a payment is started */
  short_hold_minutes: whole(10, 5, 60),
  /** unpaid far exceeds paid: so many places, and so many times as many as were paid in two hours. 0 places: never */
  unpaid_alarm_places: whole(150, 0, 100_000),
  unpaid_alarm_ratio: whole(4, 1, 1000),
  /** of the whole site: also this percentage of the places of the next two weeks, kept by so many networks */
  unpaid_alarm_share: whole(33, 0, 100),
  unpaid_alarm_networks: whole(5, 1, 100_000),
  /** a night needs one guide for each so many guests (docs/decisions/103) */
  guests_per_guide: whole(20, 1, 500),
  /** days after a night during which its booking links open */
  link_days: whole(60, 1, 3650),
  // emails relative to a night (docs/decisions/098); times are the city's, and nobody is written to at night
  reminder_before_on: yesNo(true),
  reminder_before_at: clock("12:00", "08:00", "21:00"),
  reminder_today_on: yesNo(false),
  /** hours before the start */
  reminder_today_hours: whole(3, 1, 12),
  rating_on: yesNo(true),
  /** on the day after the night */
  rating_at: clock("12:00", "08:00", "21:00"),
  /** one email to who asked for it at checkout and didn't finish, so many minutes after the hold has lapsed */
  unfinished_on: yesNo(false),
  unfinished_minutes: whole(60, 15, 1440),
  /** from how many whole pesos on a card may pay in months without interest through Stripe; 0: never */
  installments_from: whole(0, 0, 1_000_000),
  /** cash at OXXO, which can't be refunded automatically (rule payments-11) */
  oxxo_enabled: yesNo(false),
  /** transfers through Stripe, to an account of its own for each booking */
  spei_enabled: yesNo(false),
  /** how guests pay where no company has keys: at the meeting point, or to this account (docs/decisions/142) */
  pay_at_door: yesNo(true),
  transfer_details: line(),
  /** hours that places wait for a transfer, where they can't be paid at the meeting point */
  by_hand_hours: whole(48, 1, 336),
  /** hours that places wait for a bank that is still paying, and not past the start (docs/decisions/141) */
  bank_hold_hours: whole(72, 1, 336),
  /** hours in which guests of a night that is called off choose another date or their money; 0: it goes back at once (147) */
  off_choice_hours: whole(72, 0, 336),
  /** percent of what was paid that guests get as credit who cancel too late for a refund; 0: nothing (212) */
  late_credit_percent: whole(0, 0, 100),
  /** days before a group's payment is due on which it is reminded, for the first time and the last; 0: not (214) */
  group_reminder_days: whole(7, 0, 60),
  group_last_reminder_days: whole(1, 0, 60),
  // gift cards (docs/decisions/212); amounts are whole pesos
  gift_cards_on: yesNo(false),
  gift_card_amounts: amounts,
  gift_card_least: whole(200, 1, 1_000_000),
  gift_card_most: whole(10_000, 1, 1_000_000),
  /** months from the day on which it is sent; 0: it never ends */
  gift_card_months: whole(24, 0, 120),
  /** days after paying in which a buyer gets the money of an unused one back; 0: never */
  gift_card_refund_days: whole(14, 0, 90),
  /** the operator's advertising pixel; without it no visitor is asked for consent */
  fb_pixel_id: orNone(/^\d{5,20}$/, "pixel"),
  /** currencies each provider can charge: `stripe: MXN,USD; paypal: MXN` */
  provider_currencies: {
    read: (text) => (text === "" ? ANY_CURRENCY : readCurrencies(text)),
    write: writeCurrencies,
    fallback: ANY_CURRENCY,
    error: { why: "currencies" },
  } satisfies Setting<ProviderCurrencies> as Setting<ProviderCurrencies>,
  // tax invoices (docs/decisions/152). No law names the first two; the third is of the yearly Resolución Miscelánea Fiscal (2.7.1.21)
  /** days after booking, or cancelling, in which a guest may ask for an invoice */
  invoice_ask_days: whole(30, 1, 366),
  /** hours that we take for one that was asked for */
  invoice_hours: whole(72, 1, 336),
  /** hours after a month's end in which the invoice of everybody who didn't ask is issued */
  invoice_global_hours: whole(24, 1, 336),
  /** the name under which the operator sells: on every page, email and file */
  brand_name: line(PRODUCT),
  /** the year that the page about us says (spec section 9) */
  founded_year: whole(2022, 1900, 2100),
  /** what the references of new bookings begin with */
  reference_prefix: letters(/^[A-Z]{2,5}$/, REFERENCE_PREFIX),
  /** the seller on receipts and who is responsible for data, the brand's name where none is given; the others only where given */
  operator_name: line(),
  operator_rfc: line(),
  operator_address: line(),
  /** how guests reach the operator, where the footer of the home page says nothing else */
  contact_email: formed(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "email"),
  contact_phone: formed(/^\+?[\d ()./-]{6,30}( ext\. \d{1,6})?$/, "phone"),
  social_facebook: formed(/^https:\/\/[^\s/]+\.[^\s/]+\/\S+$/, "link"),
  social_instagram: formed(/^https:\/\/[^\s/]+\.[^\s/]+\/\S+$/, "link"),
  social_twitter: formed(/^https:\/\/[^\s/]+\.[^\s/]+\/\S+$/, "link"),
};

export type SettingKey = keyof typeof SETTINGS;
type Stored = { [K in SettingKey]: (typeof SETTINGS)[K]["fallback"] };

/** The keys of `app_settings`; docs/operating.md says what they mean. */
export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

const settingOf = (key: SettingKey) => SETTINGS[key] as Setting<unknown>;

/** Why a text can't be stored under a key; null if it can. Spaces around it don't count. */
export const errorOf = (key: SettingKey, text: string): SettingError | null =>
  settingOf(key).read(text.trim()) === undefined ? settingOf(key).error : null;

/** The default of a key as it would be stored; empty where the default is none. */
export const defaultTextOf = (key: SettingKey): string => settingOf(key).write(settingOf(key).fallback);

/** What counts of a stored text, in its one notation: the default where there is none, or one that can't be read. */
export function textInForce(key: SettingKey, stored: string | undefined): string {
  const value = stored === undefined ? undefined : settingOf(key).read(stored.trim());
  return value === undefined ? defaultTextOf(key) : settingOf(key).write(value);
}

/** Whether a setting is a yes or no. */
export const isYesNo = (key: SettingKey): boolean => settingOf(key).error.why === "yes_no";

/** The term of each kind of data about people, by what it is kept as; of bookings in years, of the rest in days. */
export const TERMS = {
  bookings: "keep_bookings_years",
  unfinished: "keep_unfinished_days",
  messages: "keep_messages_days",
  emailBodies: "keep_email_bodies_days",
  emailAddresses: "keep_email_addresses_days",
  door: "keep_door_days",
  adEvents: "keep_ad_events_days",
  providerMessages: "keep_provider_days",
  visitors: "keep_visitors_days",
  traces: "keep_traces_days",
  consents: "keep_consents_days",
  wishes: "keep_wishes_days",
  invitations: "keep_invitations_days",
  bulkActs: "keep_bulk_days",
  steps: "keep_steps_days",
} as const satisfies Record<string, SettingKey>;
export type TermOf = keyof typeof TERMS;

export type AppSettings = ReturnType<typeof parseAppSettings>;

/** Parses stored key/value rows into typed settings with all defaults. */
export function parseAppSettings(rows: readonly { key: string; value: string }[]) {
  const texts = new Map(rows.map(({ key, value }) => [key, value.trim()]));
  const valueOf = (key: SettingKey) => {
    const text = texts.get(key);
    return (text === undefined ? undefined : settingOf(key).read(text)) ?? settingOf(key).fallback;
  };
  const stored = Object.fromEntries(SETTING_KEYS.map((key) => [key, valueOf(key)])) as Stored;
  return {
    branding: {
      primary_color: stored.primary_color,
      primary_color_light: stored.primary_color_light,
      primary_color_dark: stored.primary_color_dark,
      button_text_color: stored.button_text_color,
    },
    logos: { light: stored.logo_url, dark: stored.logo_dark_url },
    availability: {
      hideAllSeats: stored.hide_all_spots_info,
      hideTotalSeats: stored.hide_total_spots_globally,
      showLimited: stored.show_limited_availability,
      limitedThreshold: stored.limited_availability_threshold,
    },
    isOpen: stored.open_for_sale,
    calendarCrawlIds: stored.calendar_crawl_ids,
    defaultCrawlId: stored.default_crawl_id,
    holdMinutes: stored.hold_minutes,
    holdLimitMinutes: stored.hold_limit_minutes,
    waitingMinutes: stored.waiting_offer_minutes,
    tablePlaces: stored.table_places,
    tableHours: stored.table_hours,
    maxPeople: stored.max_people,
    cashRounding: stored.cash_rounding,
    offlinePlaces: stored.offline_places,
    guestsPerGuide: stored.guests_per_guide,
    staffSession: { idleHours: stored.staff_idle_hours, hours: stored.staff_session_hours },
    accessLogDays: stored.access_log_days,
    terms: Object.fromEntries(Object.entries(TERMS).map(([kind, key]) => [kind, stored[key]])) as Record<
      TermOf,
      number
    >,
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
      reseller: stored.unpaid_per_reseller,
      resellerNight: stored.unpaid_per_reseller_night,
      renewals: stored.hold_renewals,
      shortHoldMinutes: stored.short_hold_minutes,
      alarmPlaces: stored.unpaid_alarm_places,
      alarmRatio: stored.unpaid_alarm_ratio,
      alarmShare: stored.unpaid_alarm_share,
      alarmNetworks: stored.unpaid_alarm_networks,
    },
    scheduled: {
      dayBefore: { on: stored.reminder_before_on, at: stored.reminder_before_at },
      today: { on: stored.reminder_today_on, hours: stored.reminder_today_hours },
      rating: { on: stored.rating_on, at: stored.rating_at },
      unfinished: { on: stored.unfinished_on, minutes: stored.unfinished_minutes },
    },
    linkDays: stored.link_days,
    /** in centavos; null where nobody may */
    installmentsFrom: stored.installments_from === 0 ? null : stored.installments_from * 100,
    oxxoEnabled: stored.oxxo_enabled,
    speiEnabled: stored.spei_enabled,
    bankHoldHours: stored.bank_hold_hours,
    offChoiceHours: stored.off_choice_hours,
    lateCredit: stored.late_credit_percent,
    groupReminderDays: [stored.group_reminder_days, stored.group_last_reminder_days].filter((days) => days > 0),
    giftCards: {
      on: stored.gift_cards_on,
      amounts: stored.gift_card_amounts,
      least: stored.gift_card_least,
      most: stored.gift_card_most,
      months: stored.gift_card_months,
      refundDays: stored.gift_card_refund_days,
    },
    byHand: { door: stored.pay_at_door, transfer: stored.transfer_details, hours: stored.by_hand_hours },
    invoices: {
      askDays: stored.invoice_ask_days,
      hours: stored.invoice_hours,
      globalHours: stored.invoice_global_hours,
    },
    fbPixelId: stored.fb_pixel_id,
    providerCurrencies: stored.provider_currencies,
    brand: stored.brand_name,
    foundedYear: stored.founded_year,
    referencePrefix: stored.reference_prefix,
    operator: {
      name: stored.operator_name || stored.brand_name,
      rfc: stored.operator_rfc,
      address: stored.operator_address,
    },
    contact: {
      email: stored.contact_email,
      phone: stored.contact_phone,
      facebook: stored.social_facebook,
      instagram: stored.social_instagram,
      twitter: stored.social_twitter,
    },
  };
}
