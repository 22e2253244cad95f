import { MONEY_PROVIDERS } from "#src/kernel/payment-companies.ts";
import { isDay } from "#src/kernel/local-time.ts";
import { CODE } from "#src/modules/sales/affiliates/rules/capture.ts";
import { isCurrency } from "#src/kernel/money.ts";

// The state of the bookings list is in the page's URL: filters, order, position, and what is shown.

/**
 * A booking's state for filtering, or its money's: `hold` seats are held · `lapsed` never paid · `review` · `hand_over` staff
 * have to give it back themselves · `refund_failed`.
 */
export const STATES = ["hold", "lapsed", "confirmed", "cancelled", "review", "hand_over", "refund_failed"] as const;
export type ListState = (typeof STATES)[number];

/** `disputed`: paid, and taken back by the guest's bank, while it decides or for good; neither of the others. */
export const PAID = ["paid", "unpaid", "disputed"] as const;
export const LIST_PROVIDERS = MONEY_PROVIDERS;
export const LANGUAGES = ["en", "es"] as const;
/** Origin of a booking: the website, or staff. */
/** How a booking came about: by its guest on the site, at a partner's desk, at the door, or made by staff. */
export const SOURCES = ["web", "desk", "door", "admin"] as const;

/** What was decided of a booking that may be its partner's own: nothing yet, that it is, that it isn't. */
export const DOUBT_STATES = ["open", "own", "theirs"] as const;

/** Ranges relative to today: `next14` is today and the next thirteen days. */
export const SPANS = ["today", "next7", "next14", "next30", "last7", "last30"] as const;
export type Span = (typeof SPANS)[number];

/** Days from `from` to `to`, both inclusive (YYYY-MM-DD); a missing side is open. */
export type Days = { from?: string; to?: string };

export type Filters = {
  /** words, each contained in name, email or reference */
  q: string;
  /** the departure's date; `sold` is the booking's */
  night: Span | Days | null;
  sold: Span | Days | null;
  crawl: readonly string[];
  city: readonly string[];
  state: readonly ListState[];
  payment: (typeof PAID)[number] | null;
  provider: readonly (typeof LIST_PROVIDERS)[number][];
  /** a coupon's code, `any` or `none` */
  coupon: string | null;
  /** a partner's id or code, `any` or `none` */
  partner: string | null;
  doubt: (typeof DOUBT_STATES)[number] | null;
  source: (typeof SOURCES)[number] | null;
  lang: (typeof LANGUAGES)[number] | null;
  currency: string | null;
  /** minimum number of people */
  people: number | null;
  /** ids of tags, any of which a booking has */
  tag: readonly string[];
};

export const SORTS = ["booked", "night", "name", "total"] as const;
export type Sort = { by: (typeof SORTS)[number]; descending: boolean };

/** Columns besides name and reference, in display order. */
export const COLUMNS = [
  "guests",
  "crawl",
  "night",
  "total",
  "state",
  "payment",
  "coupon",
  "partner",
  "source",
  "email",
  "language",
  "booked",
] as const;
export type Column = (typeof COLUMNS)[number];
const USUAL_COLUMNS: readonly Column[] = ["guests", "crawl", "night", "total", "state", "booked"];

export const PAGE_SIZES = [25, 50, 100, 200] as const;
const USUAL_ROWS = 50;

/** A position in the list: after or before a booking, which is row number `row` (so that the pager can say 51–100). */
type Cursor = { id: string; row: number };
export type ListQuery = {
  filters: Filters;
  sort: Sort;
  rows: number;
  after: Cursor | null;
  before: Cursor | null;
  columns: readonly Column[];
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LONGEST = 100;

export const NO_FILTERS: Filters = {
  q: "",
  night: null,
  sold: null,
  crawl: [],
  city: [],
  state: [],
  payment: null,
  provider: [],
  coupon: null,
  partner: null,
  doubt: null,
  source: null,
  lang: null,
  currency: null,
  people: null,
  tag: [],
};
export const NEWEST_FIRST: Sort = { by: "booked", descending: true };

/** Parses a URL's query. Invalid values are ignored, so old links still work. */
export function readQuery(params: URLSearchParams): ListQuery {
  const sort = params.get("sort") ?? "";
  const by = SORTS.find((one) => one === sort.replace(/^-/, ""));
  const columns = listed(params, "cols", COLUMNS);
  return {
    filters: readFilters(params),
    sort: by ? { by, descending: sort.startsWith("-") } : NEWEST_FIRST,
    rows: PAGE_SIZES.find((size) => String(size) === params.get("rows")) ?? USUAL_ROWS,
    after: cursorOf(params.get("after")),
    before: cursorOf(params.get("before")),
    columns: columns.length > 0 ? COLUMNS.filter((column) => columns.includes(column)) : USUAL_COLUMNS,
  };
}

function readFilters(params: URLSearchParams): Filters {
  const people = Number(params.get("people"));
  const currency = params.get("currency") ?? "";
  const coupon = params.get("coupon")?.trim().slice(0, LONGEST) ?? "";
  const partner = params.get("partner")?.trim() ?? "";
  return {
    q: (params.get("q") ?? "").trim().slice(0, LONGEST),
    night: daysAsked(params, "night"),
    sold: daysAsked(params, "sold"),
    crawl: parts(params, "crawl").filter((id) => UUID.test(id)),
    city: parts(params, "city").filter((id) => /^[a-z0-9-]+$/.test(id)),
    state: listed(params, "state", STATES),
    payment: PAID.find((one) => one === params.get("payment")) ?? null,
    provider: listed(params, "provider", LIST_PROVIDERS),
    coupon: coupon === "" ? null : coupon,
    partner: CODE.test(partner) ? partner : null,
    doubt: DOUBT_STATES.find((one) => one === params.get("doubt")) ?? null,
    source: SOURCES.find((one) => one === params.get("source")) ?? null,
    lang: LANGUAGES.find((one) => one === params.get("lang")) ?? null,
    currency: isCurrency(currency) ? currency : null,
    people: Number.isInteger(people) && people > 0 && people <= 100 ? people : null,
    tag: parts(params, "tag").filter((id) => UUID.test(id)),
  };
}

const parts = (params: URLSearchParams, name: string): string[] =>
  params
    .getAll(name)
    .flatMap((text) => text.split(","))
    .filter(Boolean)
    .slice(0, LONGEST);
const listed = <T extends string>(params: URLSearchParams, name: string, options: readonly T[]): T[] => {
  const values: readonly string[] = parts(params, name);
  return options.filter((one) => values.includes(one));
};

function cursorOf(text: string | null): Cursor | null {
  const [id = "", row = ""] = (text ?? "").split(".");
  return UUID.test(id) && /^\d{1,9}$/.test(row) ? { id, row: Number(row) } : null;
}

/** Days in a URL (`night=2026-11-20..`) or from a form with two fields. */
const daysAsked = (params: URLSearchParams, name: string): Span | Days | null =>
  daysOf(params.get(name)) ?? daysOf(`${params.get(`${name}_from`) ?? ""}..${params.get(`${name}_to`) ?? ""}`);

function daysOf(text: string | null): Span | Days | null {
  const span = SPANS.find((one) => one === text);
  if (span) return span;
  const [from = "", to = ""] = (text ?? "").split("..");
  const days = { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
  return days.from || days.to ? days : null;
}

const writtenDays = (days: Span | Days | null): string =>
  days === null ? "" : typeof days === "string" ? days : `${days.from ?? ""}..${days.to ?? ""}`;

/** Filters, order and columns as a URL query in a fixed order: the same view has the same URL. */
export function writeQuery({ filters, sort, rows, columns }: ViewQuery): URLSearchParams {
  const { by, descending } = sort;
  const usual = by === NEWEST_FIRST.by && descending === NEWEST_FIRST.descending;
  const flash: [string, string][] = [
    ...(Object.keys(NO_FILTERS) as (keyof Filters)[]).map((name): [string, string] => [name, written(filters, name)]),
    ["sort", usual ? "" : `${descending ? "-" : ""}${by}`],
    ["rows", rows === USUAL_ROWS ? "" : String(rows)],
    ["cols", String(columns) === String(USUAL_COLUMNS) ? "" : columns.join(",")],
  ];
  return new URLSearchParams(flash.filter(([, value]) => value !== ""));
}

function written(filters: Filters, name: keyof Filters): string {
  if (name === "night" || name === "sold") return writtenDays(filters[name]);
  const value = filters[name];
  return value === null ? "" : String(value);
}

/** The part of a query saved in a view. */
export type ViewQuery = Omit<ListQuery, "after" | "before">;

/** The list's URL below `base`; `more` adds parameters: a position in the list, or the open panel. */
export function listHref(base: string, query: ViewQuery, more: Record<string, string> = {}): string {
  const params = writeQuery(query);
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  const text = params.toString();
  return text === "" ? base : `${base}?${text}`;
}

/** The order after clicking a column's head: reversed when already sorted by it. */
export function sortBy(by: Sort["by"], now: Sort): Sort {
  const usual = by === "booked" || by === "total";
  return { by, descending: now.by === by ? !now.descending : usual };
}

/** Whether two queries select the same bookings in the same order, ignoring columns and page size. */
export const isSameView = (one: ViewQuery, other: ViewQuery): boolean =>
  listHref("", { ...one, ...SHOWN }) === listHref("", { ...other, ...SHOWN });
const SHOWN = { rows: USUAL_ROWS, columns: USUAL_COLUMNS };

export const toggled = <T>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];

/** Resolves relative days for a given today (YYYY-MM-DD). */
export function daysMeant(days: Span | Days, today: string): Days {
  if (typeof days !== "string") return days;
  const far = (by: number) => new Date(Date.parse(`${today}T12:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
  if (days === "today") return { from: today, to: today };
  const count = Number(days.slice(4));
  return days.startsWith("next") ? { from: today, to: far(count - 1) } : { from: far(1 - count), to: today };
}

/** The filters that are set, in display order; the search text is not one of them. */
export const filtersSet = (filters: Filters): FilterName[] =>
  FILTER_NAMES.filter((name) => written(filters, name) !== "");

export const FILTER_NAMES = [
  "night",
  "sold",
  "crawl",
  "city",
  "state",
  "payment",
  "provider",
  "coupon",
  "partner",
  "doubt",
  "source",
  "lang",
  "currency",
  "people",
  "tag",
] as const satisfies readonly (keyof Filters)[];
export type FilterName = (typeof FILTER_NAMES)[number];

/** Shared views. Their names are `booking-admin-list.view.<id>`. */
export const BUILT_IN_VIEWS = [
  { id: "everything", query: "" },
  { id: "next14", query: "night=next14" },
  { id: "review", query: "state=review" },
  { id: "hold", query: "state=hold" },
  { id: "hand_over", query: "state=hand_over" },
  { id: "refund_failed", query: "state=refund_failed" },
  { id: "disputed", query: "payment=disputed" },
] as const;

/** The query a view saves: filters, order and columns, never a position, an open panel or words that were searched for. */
export function viewQuery(query: string): string {
  const read = readQuery(new URLSearchParams(query));
  return writeQuery({ ...read, filters: { ...read.filters, q: "" } }).toString();
}

/** A booking's own state in the list. */
export type ShownState = "confirmed" | "hold" | "voucher" | "bank" | "by_hand" | "lapsed" | "cancelled";
/** What somebody has to do about a booking's money, or what became of it. What needs a person takes precedence. */
export type MoneyState =
  | "disputed"
  | "lost"
  | "review"
  | "refund_failed"
  | "hand_over"
  | "transfer"
  | "refunding"
  | "refunded"
  | "part_refunded";

type Facts = {
  status: string;
  cancel_reason: string | null;
  hold_expires_at: Date;
  voucher_until: Date | null;
  kept_for: string | null;
};

/** Why an unpaid basket ended. */
export const LAPSED_REASONS = ["expired", "replaced", "payment_cancelled"] as const;

export function stateOf(booking: Facts, now: Date): ShownState {
  if (booking.status === "confirmed") return "confirmed";
  if (booking.status === "pending") {
    if (booking.hold_expires_at <= now) return "lapsed";
    if (booking.kept_for === "bank" || booking.kept_for === "by_hand") return booking.kept_for;
    return booking.voucher_until && booking.voucher_until > now ? "voucher" : "hold";
  }
  return (LAPSED_REASONS as readonly (string | null)[]).includes(booking.cancel_reason) ? "lapsed" : "cancelled";
}

/** What has to be done about the money, and how much was given back. */
type MoneyFacts = {
  status: string;
  /** whether a guest's bank has taken the money, while it decides or for good */
  dispute: "open" | "lost" | null;
  review: boolean;
  refund_failed: boolean;
  hand_over: boolean;
  transfer: boolean;
  refunding: boolean;
  given_back: number;
};

export function moneyStateOf(booking: MoneyFacts): MoneyState | null {
  if (booking.dispute) return booking.dispute === "open" ? "disputed" : "lost";
  const first = (["review", "refund_failed", "hand_over", "transfer", "refunding"] as const).find(
    (one) => booking[one],
  );
  if (first) return first;
  if (booking.given_back === 0) return null;
  return booking.status === "confirmed" ? "part_refunded" : "refunded";
}

/**
 * What an amount of the list counts as: `confirmed` and `waiting` are prices, `back` is money that was given back, `taken` what
 * guests' banks have taken.
 */
export const SUMS = ["confirmed", "waiting", "back", "taken"] as const;
export type SumOf = (typeof SUMS)[number];

/** Under which sum a booking's price and people count; null where nothing came of it. */
export const sumOfState = (state: ShownState): "confirmed" | "waiting" | null =>
  state === "confirmed" ? "confirmed" : state === "lapsed" || state === "cancelled" ? null : "waiting";
