import { MONEY_PROVIDERS } from "#src/modules/base/settings/rules/payment-companies.ts";
import { isUuid } from "#src/kernel/codes.ts";
import {
  inRole,
  beside,
  choice,
  choiceOr,
  count,
  listAddress,
  matching,
  order,
  panel,
  type Parameter,
  search,
  several,
  someOf,
  upAndDown,
  type ValuesOf,
  words,
} from "#src/kernel/list-address.ts";
import { isDay } from "#src/kernel/local-time.ts";
import { CODE } from "#src/modules/sales/affiliates/rules/capture.ts";
import { CURRENCIES } from "#src/kernel/money.ts";

/**
 * A booking's state for filtering, or its money's: `hold` seats are held · `lapsed` never paid · `review` · `hand_over` staff
 * have to give it back themselves · `refund_failed`.
 */
export const STATES = ["hold", "lapsed", "confirmed", "cancelled", "review", "hand_over", "refund_failed"] as const;
export type ListState = (typeof STATES)[number];

/** `disputed`: paid, and taken back by the guest's bank, while it decides or for good; neither of the others. */
export const PAID = ["paid", "unpaid", "disputed"] as const;
export const LANGUAGES = ["en", "es"] as const;
/** How a booking came about: by its guest on the site, at a partner's desk, at the door, or made by staff. */
export const SOURCES = ["web", "desk", "reseller", "door", "admin"] as const;

/** What was decided of a booking that may be its partner's own: nothing yet, that it is, that it isn't. */
export const DOUBT_STATES = ["open", "own", "theirs"] as const;

/** Ranges relative to today: `next14` is today and the next thirteen days. */
export const SPANS = ["today", "next7", "next14", "next30", "last7", "last30"] as const;
export type Span = (typeof SPANS)[number];

/** Days from `from` to `to`, both inclusive (YYYY-MM-DD); a missing side is open. */
export type Days = { from?: string; to?: string };

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

export const PAGE_SIZES = [25, 50, 100, 200] as const;

/** Days in an address are a span (`next14`) or the first and the last (`2026-11-20..`); a form has those in fields of their own. */
const dayRange = (): Parameter<Span | Days | null> => ({
  role: "filter",
  usual: null,
  read: (text, params, name) =>
    daysIn(text) ?? daysIn(`${params.get(`${name}_from`) ?? ""}..${params.get(`${name}_to`) ?? ""}`),
  write: (value) =>
    value === null ? "" : typeof value === "string" ? value : `${value.from ?? ""}..${value.to ?? ""}`,
});

function daysIn(text: string): Span | Days | undefined {
  const span = SPANS.find((one) => one === text);
  if (span) return span;
  const [from = "", to = ""] = text.split("..");
  const own = { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
  return own.from || own.to ? own : undefined;
}

/** A booking and the number of its row, beside which a page begins: the pager can say 26–50. */
const besideRow = () => beside((text) => isUuid(text.slice(0, 36)) && /^\.\d{1,9}$/.test(text.slice(36)));

/** The address of the list of bookings. */
export const BOOKING_LIST = listAddress({
  // each of its words is contained in name, email or reference
  q: search(),
  // the departure's date; `sold` is the booking's
  night: dayRange(),
  sold: dayRange(),
  crawl: several(isUuid),
  city: several((id) => /^[a-z0-9-]+$/.test(id)),
  state: someOf(STATES),
  payment: choice(PAID),
  provider: someOf(MONEY_PROVIDERS),
  // a coupon's code, `any` or `none`
  coupon: words(),
  // a partner's id or code, `any` or `none`
  partner: matching((word) => CODE.test(word)),
  doubt: choice(DOUBT_STATES),
  // a friends' table, by the reference of the booking that started it, or `any`
  table: words(),
  source: choice(SOURCES),
  lang: choice(LANGUAGES),
  currency: choice(CURRENCIES),
  // at least so many
  people: count(100),
  // ids of tags, any of which a booking has
  tag: several(isUuid),
  sort: order(upAndDown(SORTS), "-booked"),
  rows: inRole("layout", choiceOr(PAGE_SIZES, 25)),
  cols: inRole("layout", someOf(COLUMNS, ["guests", "crawl", "night", "total", "state", "booked"])),
  after: besideRow(),
  before: besideRow(),
  open: panel(),
});
export type BookingQuery = ValuesOf<typeof BOOKING_LIST>;
export type BookingFilters = Omit<BookingQuery, "sort" | "rows" | "cols" | "after" | "before" | "open">;

/** What an address of the list says; invalid values are ignored, so old links still work. */
export const bookingQueryIn = (address: string | URLSearchParams | Record<string, string> = ""): BookingQuery =>
  BOOKING_LIST.read(new URLSearchParams(address));

/** The filters of a query alone, by name. */
export const filtersOf = (query: BookingQuery) =>
  Object.fromEntries(BOOKING_LIST.filters.map((name) => [name, query[name]]));

/** The booking and the number of its row that a place in the list names. */
export const rowBeside = (place: string | null): { id: string; row: number } | null =>
  place === null ? null : { id: place.slice(0, 36), row: Number(place.slice(37)) };

/** The list of a query as text: without place and open panel, and without `but`. */
export const listText = (query: BookingQuery, but: readonly (keyof BookingQuery)[] = []): string =>
  new URLSearchParams(BOOKING_LIST.pairs(BOOKING_LIST.whole(query), but)).toString();

/** The query a view saves: filters, order and columns, never a place, an open panel or words that were searched for. */
export const viewQuery = (query: string): string => listText(bookingQueryIn(query), ["q"]);

/** Bookings in their order, whatever is shown of them: queries with the same text are the same view. */
export const viewOf = (query: BookingQuery): string => listText(query, ["rows", "cols"]);

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

export type FilterName = Exclude<keyof BookingFilters, "q">;

/** The filters that are set, in display order; the words that are searched for are none of them. */
export const filtersSet = (query: BookingQuery): FilterName[] =>
  BOOKING_LIST.filters.filter((name): name is FilterName => name !== "q" && BOOKING_LIST.isSet(query, name));

/** Resolves relative days for a given today (YYYY-MM-DD). */
export function daysMeant(days: Span | Days, today: string): Days {
  if (typeof days !== "string") return days;
  const far = (by: number) => new Date(Date.parse(`${today}T12:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
  if (days === "today") return { from: today, to: today };
  const length = Number(days.slice(4));
  return days.startsWith("next") ? { from: today, to: far(length - 1) } : { from: far(1 - length), to: today };
}

export const toggled = <T>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
