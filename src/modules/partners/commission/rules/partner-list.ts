import {
  choice,
  choiceOr,
  chosen,
  day,
  inRole,
  listAddress,
  matching,
  order,
  page,
  search,
  upAndDown,
  type ValuesOf,
} from "#src/kernel/list-address.ts";
import { isMonth } from "#src/kernel/local-time.ts";
import { monthOf } from "#src/modules/partners/commission/rules/commission.ts";
import { type Days, periodOf } from "#src/kernel/period.ts";

/** Columns that the list of partners is ordered by; each also backwards. */
export const PARTNER_SORTS = ["name", "visits", "bookings", "came", "commission"] as const;
export type PartnerSort = (typeof PARTNER_SORTS)[number];

/** How a partner's statement of a month stands: `open` while the month isn't closed, `nothing` where nothing is owed. */
export const STATEMENT_STATES = ["open", "draft", "agreed", "paid", "nothing"] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];

export const PARTNER_STATES = ["active", "off"] as const;

/** What the page counts: a whole `month` (2026-11), or days of one's own. `before` is the month whose statement is shown beside it. */
export type CountedDays = Days & { month: string | null; before: string };

/**
 * The address of the list of partners. `month`, or `from` and `to`: what is counted. `city`: its id, or `online`. `partner`: whose way
 * from scan to door is shown; `by`: what that is broken down into.
 */
export const PARTNER_LIST = listAddress({
  month: inRole("layout", matching(isMonth)),
  from: inRole("layout", day()),
  to: inRole("layout", day()),
  q: search(),
  city: matching((text) => text !== "" && text.length <= 80),
  state: choice(PARTNER_STATES),
  statement: choice(STATEMENT_STATES),
  sort: order(upAndDown(PARTNER_SORTS), "-commission"),
  page: page(),
  partner: chosen(),
  by: inRole("aspect", choiceOr(["qr", "campaign"], "qr")),
});
export type PartnerValues = ValuesOf<typeof PARTNER_LIST>;
export type PartnerQuery = PartnerValues & { days: CountedDays };

/** What an address of the list says, and the days that it counts. */
export function partnerQueryOf(params: URLSearchParams, today: string): PartnerQuery {
  const values = PARTNER_LIST.read(params);
  return { ...values, days: countedDays(values, today) };
}

/** The month so many months later, or before. */
const monthAway = (month: string, by: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months: by }).toString();

/** A month's days. */
const daysOfMonth = (month: string): Days => {
  const first = Temporal.PlainYearMonth.from(month);
  return {
    from: first.toPlainDate({ day: 1 }).toString(),
    to: first.toPlainDate({ day: first.daysInMonth }).toString(),
  };
};

/** The days that an address asks for; without a good word the month of `today`. */
export function countedDays(
  wish: { month: string | null; from: string | null; to: string | null },
  today: string,
): CountedDays {
  const { name, ...own } = periodOf({ from: wish.from, to: wish.to }, today);
  if (name === "custom") return { from: own.from, to: own.to, month: null, before: monthAway(monthOf(own.to), -1) };
  const month = wish.month ?? monthOf(today);
  return { ...daysOfMonth(month), month, before: monthAway(month, -1) };
}

/** The months to choose from, newest first: the next one, this one and a year before, and the one that is asked for. */
export function monthsToChoose(today: string, month: string | null): string[] {
  const months = Array.from({ length: 14 }, (_, ago) => monthAway(monthOf(today), 1 - ago));
  return month === null || months.includes(month) ? months : [...months, month];
}

/**
 * How a statement stands: by its row, once its month is closed; `is_open` where a month that isn't closed has something on it. Null
 * where nothing is on it and it is of a `month` before the partner was added (`since`, a date).
 */
export function statementState(
  { state, is_open }: { state: string | null; is_open: boolean },
  { month, since }: { month: string; since: string },
): StatementState | null {
  if (state !== null) return STATEMENT_STATES.find((one) => one === state) ?? "draft";
  if (is_open) return "open";
  return monthOf(since) > month ? null : "nothing";
}

/** How many came by one of a partner's ways: a QR code, a campaign, or its link and code (`qr` null). */
export type Way = {
  qr: string | null;
  campaign: string;
  placement: string;
  visits: number;
  chose: number;
  booked: number;
  came: number;
};
export type Steps = Pick<Way, "visits" | "chose" | "booked" | "came">;

const NONE: Steps = { visits: 0, chose: 0, booked: 0, came: 0 };
const plus = (a: Steps, b: Steps): Steps => ({
  visits: a.visits + b.visits,
  chose: a.chose + b.chose,
  booked: a.booked + b.booked,
  came: a.came + b.came,
});

/** All ways together. */
export const allWays = (ways: readonly Way[]): Steps => ways.reduce<Steps>(plus, NONE);

/** Ways by campaign, or by QR code; those that brought most people first. `id` is empty for the link and code. */
export function waysBy(by: "qr" | "campaign", ways: readonly Way[]): (Steps & { id: string; placement: string })[] {
  const groups = new Map<string, Steps & { id: string; placement: string }>();
  for (const way of ways) {
    const id = (by === "qr" ? way.qr : way.campaign) ?? "";
    const had = groups.get(id) ?? { id, placement: by === "qr" ? way.placement : "", ...NONE };
    groups.set(id, { ...had, ...plus(had, way) });
  }
  return [...groups.values()].toSorted((a, b) => b.came - a.came || b.booked - a.booked || b.visits - a.visits);
}
