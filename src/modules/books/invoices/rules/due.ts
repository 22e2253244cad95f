import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";

const HOUR_MS = 3_600_000;

/**
 * The operator's terms: how long we take for an invoice after it was asked for, of which no law says anything, and how long after a
 * month's end the invoice of everybody who didn't ask is issued at the latest (Resolución Miscelánea Fiscal, rule 2.7.1.21). A sale
 * that is in that one can only be invoiced by name once it was cancelled and made again.
 */
export type InvoiceTerms = { hours: number; globalHours: number };

/** Before its deadline by this much, a request is close to it. */
const CLOSE_HOURS = 24;

/** The end of a month at home, as an instant: of the one in which something was sold. */
const monthEnd = (soldAt: Date): Date => {
  const next = Temporal.PlainDate.from(dateIn(soldAt, HOME_ZONE)).with({ day: 1 }).add({ months: 1 });
  return instantOf(next.toString(), "00:00", HOME_ZONE);
};

/**
 * When an invoice that is asked for now is due: within our hours, and where it was asked for before its sale's month is invoiced as a
 * whole, before that.
 */
export function dueAt(soldAt: Date, now: Date, { hours, globalHours }: InvoiceTerms): Date {
  const ours = new Date(now.getTime() + hours * HOUR_MS);
  const whole = new Date(monthEnd(soldAt).getTime() + globalHours * HOUR_MS);
  return whole > now && whole < ours ? whole : ours;
}

/** Whether a sale was in the invoice of a whole month before it was asked for by name. */
export const wasInGlobal = (soldAt: Date, askedAt: Date, { globalHours }: Pick<InvoiceTerms, "globalHours">): boolean =>
  askedAt.getTime() > monthEnd(soldAt).getTime() + globalHours * HOUR_MS;

/** The latest deadline of requests that are close to theirs or past it. */
export const closeUntil = (now: Date): Date => new Date(now.getTime() + CLOSE_HOURS * HOUR_MS);

/** How a request stands; texts are `invoices.state.<this>`. */
export type RequestState = "requested" | "close" | "late" | "issued" | "refused";

export function stateOf(
  { status, refused_at, due_at }: { status: string; refused_at: Date | null; due_at: Date },
  now: Date,
): RequestState {
  if (status === "issued") return "issued";
  if (refused_at) return "refused";
  if (due_at <= now) return "late";
  return due_at <= closeUntil(now) ? "close" : "requested";
}
