import {
  type Commission,
  commissionOf,
  type Facts,
  monthOf,
  nextMonth,
  type Rule,
  type Terms,
  termsFor,
} from "#src/modules/partners/commission/rules/commission.ts";

/** Why commission moves, as a line says it. */
export const CAUSES = [
  "confirmed",
  "came",
  "changed",
  "moved",
  "cancelled",
  "sale",
  "dispute",
  "partner",
  "verdict",
  "terms",
  "closed",
] as const;
export type Cause = (typeof CAUSES)[number];

/** A booking as it is now; `partner_id` whom it is credited to. */
export type SettledBooking = Facts & { id: string; partner_id: string | null; test: boolean };

/** What a booking's lines say so far, by partner and month of the night; `service_date` is the last night of that month. */
export type Settled = {
  booking_id: string;
  partner_id: string;
  service_date: string;
  counted: number;
  sale: number;
  amount: number;
};

/** A partner's statement of a month. `counted`: how many people the tiers go by. */
export type StatementState = { partner_id: string; month: string; test: boolean; state: string; counted: number };

/** Months that are closed for all partners. */
export type ClosedMonth = { month: string; test: boolean };

export type NewLine = {
  partner_id: string;
  booking_id: string;
  month: string;
  service_date: string;
  kind: "accrued" | "reversed" | "tier" | "correction";
  cause: Cause;
  came: number;
  people: number;
  sale: number;
  amount: number;
  terms_id: string | null;
  rule: Rule | null;
  test: boolean;
};

/** What lines are reckoned from: everything about their partners. */
export type Books = {
  terms: readonly (Terms & { partner_id: string })[];
  statements: readonly StatementState[];
  closed: readonly ClosedMonth[];
};

const NOTHING: Commission = { amount: 0, counted: 0, sale: 0, rule: null, termsId: null };

/**
 * The lines that bring a booking's commission from what its lines say so far to what it is to be now: for each partner it is or was
 * credited to, and each month its night is or was in. None where nothing is missing. A line may move people or their sale and no
 * money (a part refunded of what earns a fixed amount, a share of 0 below a tier), but only on the statement of its own month.
 */
export function missingLines(
  booking: SettledBooking,
  had: readonly Settled[],
  { terms, statements, closed }: Books,
  cause: Cause,
): NewLine[] {
  const now = monthOf(booking.service_date);
  const fresh = { booking_id: booking.id, service_date: booking.service_date, counted: 0, sale: 0, amount: 0 };
  const isNow = (one: Settled) => one.partner_id === booking.partner_id && monthOf(one.service_date) === now;
  const all =
    booking.partner_id === null || had.some(isNow) ? had : [...had, { ...fresh, partner_id: booking.partner_id }];
  return all.flatMap((before) => {
    const { partner_id } = before;
    const date = isNow(before) ? booking.service_date : before.service_date;
    const own = statements.filter((one) => one.partner_id === partner_id && one.test === booking.test);
    const counted = own.find(({ month }) => month === monthOf(date))?.counted ?? null;
    const agreed = terms.filter((one) => one.partner_id === partner_id);
    const target = isNow(before) ? commissionOf(termsFor(agreed, date), booking, counted) : NOTHING;
    const [amount, came] = [target.amount - before.amount, target.counted - before.counted];
    const sale = target.sale - before.sale;
    if (amount === 0 && came === 0 && sale === 0) return [];
    const month = lineMonth(date, {
      shut: new Set([...closed.filter(({ test }) => test === booking.test), ...own].map((one) => one.month)),
      drafts: new Set(own.filter(({ state }) => state === "draft").map((one) => one.month)),
    });
    const isLate = month !== monthOf(date);
    // agreed statements stay as they were sent; a correction of zero on another month's statement would only confuse
    if (isLate && amount === 0) return [];
    return [
      {
        partner_id,
        booking_id: booking.id,
        month,
        service_date: date,
        kind: isLate ? "correction" : cause === "closed" ? "tier" : amount < 0 ? "reversed" : "accrued",
        cause,
        came,
        people: booking.people,
        sale,
        amount,
        terms_id: target.termsId,
        rule: target.rule,
        test: booking.test,
      },
    ];
  });
}

/** Months (2026-11) that take no more lines, but for those whose statement its partner hasn't agreed to yet. */
export type Months = { shut: ReadonlySet<string>; drafts: ReadonlySet<string> };

/** On which month's statement a line goes: the night's, while that can still change, else the first later one that can. */
export function lineMonth(serviceDate: string, { shut, drafts }: Months): string {
  let month = monthOf(serviceDate);
  while (shut.has(month) && !drafts.has(month)) month = nextMonth(month);
  return month;
}
