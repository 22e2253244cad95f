import { instantOf } from "#src/kernel/local-time.ts";

/** Days and hours of an offer, local to its city. */
export type QuoteDays = {
  date: string;
  start_time: string;
  end_time: string;
  valid_until: string;
  pay_by: string;
  /** by when its deposit is to be paid; null where it has none */
  deposit_by: string | null;
};
export type QuoteField = "date" | "end_time" | "valid_until" | "deposit_by" | "pay_by";

/** The last moment of a day: the first of the next. */
export const endOfDay = (date: string, zone: string): Date =>
  instantOf(Temporal.PlainDate.from(date).add({ days: 1 }).toString(), "00:00", zone);

/**
 * Which days of an offer can't be: the night is to come, the offer is good from today until something is to be paid at the latest, a
 * deposit is to be paid before the rest, and that before the day of the night. `today` is that of its city.
 */
export function wrongDays(
  { date, start_time, end_time, valid_until, pay_by, deposit_by }: QuoteDays,
  today: string,
): QuoteField[] {
  return [
    ...(date <= today ? ["date" as const] : []),
    ...(start_time === end_time ? ["end_time" as const] : []),
    ...(valid_until < today || valid_until > (deposit_by ?? pay_by) ? ["valid_until" as const] : []),
    ...(deposit_by !== null && (deposit_by < today || deposit_by >= pay_by) ? ["deposit_by" as const] : []),
    ...(pay_by < today || pay_by >= date ? ["pay_by" as const] : []),
  ];
}

/** The last day on which an offer can be accepted: not beyond that by which its deposit, or the whole, is to be paid. */
export const lastDay = ({
  valid_until,
  deposit_by,
  pay_by,
}: Pick<QuoteDays, "valid_until" | "deposit_by" | "pay_by">) => [valid_until, deposit_by ?? pay_by].toSorted()[0]!;

/**
 * How an offer stands. open: it may be accepted · deposit, unpaid, paid, over: accepted, and its booking waits for the deposit, waits for
 * the rest or the whole, is paid, or has ended · declined · replaced: there is a newer one · closed: staff have closed the request ·
 * expired. An offer that would change an accepted one is open while that waits to be paid.
 */
export type Standing = "open" | "deposit" | "unpaid" | "paid" | "over" | "declined" | "replaced" | "closed" | "expired";

/** How it stands now. `booking`: the state of the booking that it became; `deposit`: that of its deposit. */
export function standingOf(
  quote: {
    isNewest: boolean;
    validEnd: Date;
    request: string;
    booking: string | null;
    deposit: string | null;
    isChange: boolean;
  },
  now: Date,
): Standing {
  const { booking, request, deposit, isChange } = quote;
  if (booking === "pending") return deposit === "unpaid" ? "deposit" : "unpaid";
  if (booking !== null) return booking === "confirmed" ? "paid" : "over";
  if (!quote.isNewest) return "replaced";
  if (request === "declined") return "declined";
  if (request !== "quoted" && !(request === "accepted" && isChange)) return "closed";
  return quote.validEnd <= now ? "expired" : "open";
}

const DAY_MS = 24 * 3_600_000;

/**
 * Which reminder is due of a booking that is to be paid until then, of those so many `days` before it: the latest whose day has come.
 * None that was due already when the offer was accepted.
 */
export function reminderDue(
  { until, since, days }: { until: Date; since: Date; days: readonly number[] },
  now: Date,
): number | null {
  if (now >= until) return null;
  const due = days.filter((before) => {
    const at = until.getTime() - before * DAY_MS;
    return at <= now.getTime() && at > since.getTime();
  });
  return due.length > 0 ? Math.min(...due) : null;
}

/** The least that an offer may cost: its deposit, if it has one, and what a company charges (minor units). */
export const leastTotal = (deposit: number | null, smallest: number): number => (deposit ?? 0) + smallest;
