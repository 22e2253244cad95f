import { type SettingKey, TERMS } from "#src/modules/base/settings/rules/app-settings.ts";

/** The sections of the general options, in the order of the page. */
export const SECTIONS = [
  "brand",
  "places",
  "currencies",
  "booking",
  "calendar",
  "night",
  "contact",
  "payments",
  "receipts",
  "mail",
  "privacy",
  "sites",
] as const;
export type PageSection = (typeof SECTIONS)[number];
/** The section with a page of its own beside the log of emails. */
export const SCHEDULED = "scheduled";
export type Section = PageSection | typeof SCHEDULED;

/** The brand's settings by their kind. */
export const BRAND_COLOURS = [
  "primary_color",
  "button_text_color",
  "primary_color_light",
  "primary_color_dark",
] as const;
/** The names that stand on everything. */
const BRAND_NAMES = ["brand_name", "founded_year", "reference_prefix"] as const;
export const BRAND_LOGOS = ["logo_url", "logo_dark_url"] as const;

/** The settings of each section, in page order. Currencies are rows of their own; mail and sites are set by the environment. */
export const SECTION_KEYS: Readonly<Record<Section, readonly SettingKey[]>> = {
  brand: [...BRAND_NAMES, ...BRAND_COLOURS, ...BRAND_LOGOS],
  places: [
    "hide_all_spots_info",
    "hide_total_spots_globally",
    "show_limited_availability",
    "limited_availability_threshold",
  ],
  currencies: [],
  booking: [
    "max_people",
    "cash_rounding",
    "offline_places",
    "link_days",
    "hold_minutes",
    "hold_limit_minutes",
    "hold_renewals",
    "short_hold_minutes",
    "waiting_offer_minutes",
    "table_places",
    "table_hours",
    "unpaid_per_network",
    "unpaid_per_network_proven",
    "unpaid_per_home",
    "unpaid_night_share",
    "unpaid_per_browser",
    "unpaid_per_email",
    "unpaid_per_phone",
    "unpaid_per_domain",
    "unpaid_per_reseller",
    "unpaid_per_reseller_night",
    "unpaid_coupon_uses",
    "unpaid_coupon_uses_per_network",
    "unpaid_alarm_places",
    "unpaid_alarm_ratio",
    "unpaid_alarm_share",
    "unpaid_alarm_networks",
  ],
  calendar: ["calendar_crawl_ids", "default_crawl_id"],
  night: ["guests_per_guide"],
  contact: ["contact_email", "contact_phone", "social_facebook", "social_instagram", "social_twitter"],
  payments: [
    "pay_at_door",
    "transfer_details",
    "by_hand_hours",
    "bank_hold_hours",
    "off_choice_hours",
    "late_credit_percent",
    "group_reminder_days",
    "group_last_reminder_days",
    "installments_from",
    "oxxo_enabled",
    "spei_enabled",
    "provider_currencies",
    "gift_cards_on",
    "gift_card_amounts",
    "gift_card_least",
    "gift_card_most",
    "gift_card_months",
    "gift_card_refund_days",
  ],
  receipts: [
    "operator_name",
    "operator_rfc",
    "operator_address",
    "invoice_ask_days",
    "invoice_hours",
    "invoice_global_hours",
  ],
  mail: [],
  privacy: ["fb_pixel_id", "access_log_days", "staff_idle_hours", "staff_session_hours", ...Object.values(TERMS)],
  sites: [],
  scheduled: [
    "reminder_before_on",
    "reminder_before_at",
    "reminder_today_on",
    "reminder_today_hours",
    "rating_on",
    "rating_at",
    "unfinished_on",
    "unfinished_minutes",
  ],
};

/** The section that an address names; the first where it names none. */
export const sectionIn = (text: unknown): PageSection => SECTIONS.find((section) => section === text) ?? SECTIONS[0];

/** The section that an audit entry is about. */
export const sectionOf = (subject: string): Section => (subject === SCHEDULED ? SCHEDULED : sectionIn(subject));

/** The subject of the audit entries about exchange rates. Those of a section have the section's name. */
export const RATES = "rates";

/** The subjects of all entries about options. */
export const SUBJECTS: readonly (readonly ["settings", string])[] = [...SECTIONS, SCHEDULED, RATES].map(
  (name) => ["settings", name] as const,
);
