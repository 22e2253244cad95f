import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { type Currency, decimal, formatMoney, isCurrency } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { isSettingKey, logoIn } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Change } from "#src/modules/base/audit/schema.ts";
import { companyName, isCompany, SIMULATION } from "#src/modules/base/settings/rules/payment-companies.ts";

/** Fields that have a word of their own. */
const FIELDS = [
  "outcome",
  "client",
  "tool",
  "background",
  "campaign",
  "foreground",
  "partner",
  "target",
  "widget_ignored",
  "widget_origins",
  "add_on",
  "address",
  "alt",
  "alt_es",
  "aside",
  "amount",
  "asked",
  "attempts",
  "booking",
  "bookings",
  "capacity_policy",
  "caption",
  "cities",
  "city_id",
  "code",
  "credit",
  "crawl_id",
  "currency",
  "date",
  "dates",
  "day",
  "dead_reason",
  "deleted_at",
  "counted",
  "corrected",
  "departure",
  "device",
  "description",
  "description_es",
  "discount_type",
  "dispute",
  "disable_bookings",
  "duration",
  "duration_es",
  "email",
  "ends_at",
  "events",
  "end_time",
  "excludes",
  "excludes_es",
  "expect",
  "expected",
  "expiry_date",
  "features",
  "fiscal_uuid",
  "float",
  "focus_x",
  "focus_y",
  "footer",
  "external_id",
  "gallery",
  "group_size",
  "guide_note",
  "handled_at",
  "hero",
  "hide_total_spots",
  "hidden",
  "highlights",
  "highlights_es",
  "hold_expires_at",
  "image",
  "image_alt",
  "image_alt_es",
  "image_url",
  "includes",
  "includes_es",
  "infoBar",
  "instead",
  "is_active",
  "items",
  "kind",
  "left_out",
  "customers",
  "language",
  "map_url",
  "layout",
  "locked_at",
  "marketing_consent",
  "number_format",
  "maximum_discount",
  "meeting_place",
  "meeting_place_es",
  "meeting_point",
  "meeting_point_es",
  "minimum_purchase",
  "missing",
  "most",
  "name",
  "name_es",
  "note",
  "on_every_site",
  "scopes",
  "host",
  "prefix",
  "sites",
  "per_minute",
  "expires_at",
  "part",
  "partner",
  "partner_verdict",
  "pay",
  "payment",
  "people",
  "picture",
  "portrait",
  "position",
  "picture_alts",
  "place",
  "places",
  "placement",
  "price",
  "present",
  "prices",
  "provider",
  "published",
  "query",
  "rate",
  "reason",
  "review",
  "role",
  "route",
  "sale_ends_at",
  "sale_price",
  "sale_prices",
  "sales_cutoff_minutes",
  "sent",
  "series_id",
  "sessions",
  "site_tag",
  "shown",
  "slug",
  "stars",
  "stock",
  "stock_per_night",
  "stop",
  "stops",
  "tag",
  "start_date",
  "statement",
  "start_time",
  "status",
  "subject",
  "subtitle",
  "subtitle_es",
  "testimonials",
  "text_en",
  "text_es",
  "texts_en",
  "texts_es",
  "tickets",
  "time_zone",
  "title",
  "title_es",
  "total_price",
  "total_spots",
  "usage_limit",
  "most_per_guest",
  "valid_for",
  "percent",
  "people_from",
  "people_to",
  "days_from",
  "days_to",
  "weekdays",
  "date_from",
  "date_to",
  "places_left",
  "nights_from",
  "nights_days",
  "with_codes",
  "value",
  "version",
  "concern",
  "voided",
  "account_holder",
  "basis",
  "clabe_end",
  "commission",
  "contact_name",
  "desk_credit_limit",
  "exceptions",
  "on_receipts",
  "phone",
  "rfc_end",
  "shares_network",
  "tiers",
  "valid_from",
  "messages",
  "types",
  "url",
] as const;

/** Stored words of states, ways to pay, roles and reasons, and those by which companies say why they didn't pay. */
const VALUES = [
  "came",
  "active",
  "admin",
  "backup",
  "approved",
  "booking_changed",
  "bookkeeper",
  "cancelled",
  "cash",
  "cdmx",
  "closed",
  "quoted",
  "confirmed",
  "credit",
  "credited",
  "customer",
  "done",
  "dropped",
  "en",
  "es",
  "expired",
  "failed",
  "fixed_amount",
  "guest",
  "guide",
  "hostel",
  "terminal",
  "before",
  "transfer",
  "bank",
  "by_hand",
  "invoice",
  "lost",
  "manager",
  "manual",
  "marketing",
  "move",
  "new",
  "oaxaca",
  "open",
  "pending",
  "percentage",
  "puerto_vallarta",
  "refunded",
  "released",
  "replaced",
  "requested",
  "scheduled",
  "seated",
  "sold_out",
  "started",
  "submitted",
  "succeeded",
  "support",
  "tolerance",
  "unseated",
  "other_night",
  "own",
  "theirs",
  "revoked_device",
  "unpaid",
  "void",
  "won",
  "inside",
  "earlier_night",
  "later_night",
  "same_night",
  "elsewhere",
  "lapsed",
  "night_cancelled",
  "removed",
  "foreign",
  "cut",
  "other_key",
  "forged",
  "practice",
  "add",
  "add_ons",
  "remove",
  "accepted",
  "asked",
  "declined",
  "withdrawn",
  "daily",
  "weekly",
  "monthly",
  "agave",
  "jacaranda",
  "marigold",
  "nopal",
  "pink",
  "sky",
  "slate",
  "terracotta",
  "departure_cancelled",
  "payment_cancelled",
  "agreed",
  "draft",
  "undone",
  "bookings",
  "customers",
  "paid",
  "counted",
  "booking_cancelled",
  "delivered",
  "given_up",
  "change_lost",
  "change_made",
  "duplicate",
  "in_time",
  "moved",
  "seats_free",
  "unplaced",
  "created",
  "balance",
  "dispute",
  "issued",
  "comma",
  "point",
  "fixed",
  "code",
  "coupon",
  "link",
  "qr",
  "desk",
  "reseller",
  "staff",
  "widget",
  "not_theirs",
  "out_of_hours",
  "told_late",
  "list",
  "sale",
  "scan",
  "apple_pay",
  "google_pay",
  "card",
  "oxxo",
  "spei",
  "offline",
  "ours",
  "external",
  "cancel",
  "date",
  "made",
  "money_without_booking",
  "payment_unknown",
  "normal",
  "short",
  "prolonged",
  "web",
  "refund_failed",
  "returned",
  "payment_failed",
  "not_paid",
  "exceeds_charge",
  "voucher_lapsed",
  "lost_or_stolen_card",
  "expired_or_canceled_card",
  "insufficient_funds",
  "charge_for_pending_refund_disputed",
  "charge_disputed",
  "charge_already_refunded",
  "canceled",
  "unknown",
  "merchant_request",
  "card_declined",
  "expired_card",
  "payment_intent_payment_attempt_expired",
  "fraudulent",
  "abandoned",
  "transaction_refused",
  "capture_fully_refunded",
  "refund_failed_insufficient_funds",
] as const;

/** The records that entries are about. */
const RECORDS = [
  "assistant",
  "add_on",
  "api_key",
  "bar",
  "booking",
  "bookings",
  "cities",
  "city",
  "connection",
  "coupon",
  "price_rule",
  "crawl",
  "departure",
  "desk",
  "device",
  "email",
  "email_template",
  "emails",
  "page",
  "partner",
  "qr_code",
  "home_page",
  "home_section",
  "gallery_image",
  "group_request",
  "instagram_post",
  "import",
  "customer",
  "invitation",
  "letter",
  "message",
  "picture",
  "provider_event",
  "office_move",
  "rating",
  "reconciliation_run",
  "refused_sale",
  "reply",
  "sales",
  "saved_view",
  "series",
  "settings",
  "statements",
  "till",
  "user",
  "webhook",
] as const;

/** Amounts in minor units. */
const MONEY = new Set([
  "amount",
  "credit",
  "desk_credit_limit",
  "maximum_discount",
  "minimum_purchase",
  "price",
  "sale_price",
  "total_price",
  "voided",
]);

/** The reader's language, and the currency of the entry's amounts: null where the record has none. */
export type Saying = { t: Text; locale: Locale; currency: Currency | null };

const within = <T extends string>(words: readonly T[], word: string): word is T =>
  (words as readonly string[]).includes(word);
const spaced = (name: string): string => name.replaceAll("_", " ");

/** The field in words, e.g. `hide_total_spots` as "total places hidden". */
export function sayField(field: string, t: Text): string {
  if (isSettingKey(field)) return t(`options.field.${field}`);
  return within(FIELDS, field) ? t(`audit.field.${field}`) : spaced(field);
}

/** The kind of record in words. */
export const sayRecord = (type: string, t: Text): string =>
  within(RECORDS, type) ? t(`audit.record.${type}`) : spaced(type);

/** What a record is called: by its label, a kind of email in words, else by its id. */
export function sayLabel({ type, id, label }: { type: string; id: string; label: string | null }, t: Text): string {
  if (type === "email_template") return t(`email-kinds.name.${id as "booking_link"}`);
  return label ?? id;
}

/** The currency of an entry's figures: what it says itself, else the record's. */
export function currencyOf(changes: readonly Change[], record: string | null): Currency | null {
  const own = changes.find(({ field }) => field === "currency");
  const code = own?.now ?? own?.old ?? record;
  return typeof code === "string" && isCurrency(code) ? code : null;
}

/** A value as one short line for the reader; null for an empty one. Money, dates and times are formatted as on the screen. */
export function sayValue(field: string, value: unknown, saying: Saying): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return saying.t(value ? "audit.yes" : "audit.no");
  if (typeof value === "number") return sayNumber(field, value, saying);
  if (typeof value === "string") return sayText(field, value, saying);
  if (Array.isArray(value)) return joined(value.map((item) => sayValue(field, item, saying)));
  // a record that is named by its title
  if (typeof value === "object" && "id" in value && "title" in value) return String(value.title);
  return joined(Object.entries(value).map(([name, part]) => sayPart(field, name, part, saying)));
}

const joined = (parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(", ") || null;

/** A part of a value that has parts: prices by currency, a till's counts by way and currency, texts by language, filters by name. */
function sayPart(field: string, name: string, part: unknown, saying: Saying): string | null {
  const [way = "", currency = ""] = name.includes("_") ? name.split("_") : ["", name];
  if (typeof part === "number" && isCurrency(currency)) {
    const money = formatMoney({ amount: part, currency }, saying.locale);
    return way === "" ? money : `${sayStored(way, saying.t) ?? way}: ${money}`;
  }
  const text = sayValue(field, part, saying);
  if (text === null) return null;
  const called = sayStored(name, saying.t) ?? sayField(name, saying.t);
  return `${called}: ${text}`;
}

function sayNumber(field: string, value: number, { currency, locale }: Saying): string {
  if (!MONEY.has(field)) return value.toLocaleString(locale === "es" ? "es-MX" : "en-US");
  return currency ? formatMoney({ amount: value, currency }, locale) : decimal(value);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CLOCK = /^(\d\d:\d\d):\d\d$/;
const ID = /^(?:[0-9a-f]{8}-[0-9a-f-]{19}|[0-9a-f]{24})([0-9a-f]{8})$/;
/** Fields whose text somebody wrote: a stored word in it is a coincidence. */
const WRITTEN =
  /^(operator_|campaign|partner|target|contact_|social_|title|description|name|code|slug|subject|highlights|includes|excludes|meeting_p|image_alt|cities|query|caption|alt|texts?_|device|tag|note)/;

function sayText(field: string, value: string, { t, locale }: Saying): string {
  const logo = logoIn(value);
  if (logo) return t("audit.logo", { width: logo.width, height: logo.height });
  if (INSTANT.test(value)) return sayInstant(new Date(value), locale);
  if (DAY.test(value)) return shortDate(value, locale, "");
  if (ID.test(value)) return value.replace(ID, "…$1");
  if (!WRITTEN.test(field)) return sayCode(CLOCK.exec(value)?.[1] ?? value, t);
  return CLOCK.exec(value)?.[1] ?? value;
}

/** A stored code such as `wrong_pin`; people don't write text in that form. */
const STORED = /^[a-z]+(?:_[a-z]+)*$/;

/**
 * A stored code in the reader's language, such as a provider's reason for a refund. Unknown codes are shown without
 * underscores, and anything else as it is.
 */
export function sayCode(code: string, t: Text): string {
  return sayStored(code, t) ?? (STORED.test(code) ? spaced(code) : code);
}

/** A stored word that has words of its own; a company has its name. */
function sayStored(word: string, t: Text): string | null {
  if (isCompany(word)) return companyName(word);
  if (word === SIMULATION) return t("audit.value.simulation");
  return within(VALUES, word) ? t(`audit.value.${word}`) : null;
}

const sayInstant = (at: Date, locale: Locale): string =>
  `${shortDate(dateIn(at, HOME_ZONE), locale, "")} ${clockIn(at, HOME_ZONE)}`;
