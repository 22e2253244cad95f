/** Named periods; `custom` has explicit days. */
export const PERIODS = ["7d", "30d", "90d", "12m"] as const;
export type PeriodName = (typeof PERIODS)[number] | "custom";

/** A range of days, both inclusive (`2026-11-20`). */
export type Days = { from: string; to: string };
export type Period = Days & { name: PeriodName; before: Days };

export type Step = "day" | "week" | "month";
export type Bucket = Days & { partial: boolean };

const LENGTH = { "7d": 7, "30d": 30, "90d": 90 } as const;
const MOST_DAYS = 3 * 366;

const day = (text: string) => Temporal.PlainDate.from(text);
const plus = (text: string, days: number) => day(text).add({ days }).toString();
export const daysBetween = (from: string, to: string): number => day(from).until(day(to)).days;

const lengthOf = ({ from, to }: Days) => daysBetween(from, to) + 1;

/**
 * The requested period up to today, with the equally long one before it. Twelve months are calendar months, compared with the
 * same months of the previous year. Invalid input gives 30 days.
 */
export function periodOf(
  wish: { period?: string | null; from?: string | null; to?: string | null },
  today: string,
): Period {
  const custom = customDays(wish);
  if (custom) return { name: "custom", ...custom, before: daysBefore(custom) };
  if (wish.period === "12m") return { name: "12m", ...twelveMonths(today) };
  const name = wish.period === "7d" || wish.period === "90d" ? wish.period : "30d";
  const days = { from: plus(today, 1 - LENGTH[name]), to: today };
  return { name, ...days, before: daysBefore(days) };
}

function customDays({ from, to }: { from?: string | null; to?: string | null }): Days | null {
  if (!isDate(from) || !isDate(to) || from > to || daysBetween(from, to) >= MOST_DAYS) return null;
  return { from, to };
}

/** Whether a text is a valid date (`2026-11-20`). */
function isDate(text: string | null | undefined): text is string {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  try {
    return day(text).toString() === text;
  } catch {
    return false;
  }
}

const daysBefore = (days: Days): Days => ({ from: plus(days.from, -lengthOf(days)), to: plus(days.from, -1) });

function twelveMonths(today: string): Days & { before: Days } {
  const from = day(today).with({ day: 1 }).subtract({ months: 11 });
  const before = { from: from.subtract({ years: 1 }).toString(), to: day(today).subtract({ years: 1 }).toString() };
  return { from: from.toString(), to: today, before };
}

/** The day of the period that a day of the previous one is compared with. */
export function comparedWith({ name, from, before }: Period, date: string): string {
  if (name === "12m") return day(date).add({ years: 1 }).toString();
  return plus(from, daysBetween(before.from, date));
}

/** Width of a period's bars, for a readable number of them. */
export function stepOf(days: Days): Step {
  const length = lengthOf(days);
  if (length <= 45) return "day";
  return length <= 200 ? "week" : "month";
}

/** The Sunday that starts a day's week (spec 2.6: weeks start on Sunday). */
export const weekOf = (date: string): string => plus(date, -(day(date).dayOfWeek % 7));

/** A period's bars in order; the first and last may be partial. */
export function bucketsOf(days: Days): Bucket[] {
  const step = stepOf(days);
  const buckets: Bucket[] = [];
  for (let from = days.from; from <= days.to;) {
    const { start, end } = stretchAround(from, step);
    const to = end < days.to ? end : days.to;
    buckets.push({ from, to, partial: from !== start || to !== end });
    from = plus(to, 1);
  }
  return buckets;
}

function stretchAround(date: string, step: Step): { start: string; end: string } {
  if (step === "day") return { start: date, end: date };
  if (step === "week") return { start: weekOf(date), end: plus(weekOf(date), 6) };
  const start = day(date).with({ day: 1 });
  return { start: start.toString(), end: start.add({ months: 1 }).subtract({ days: 1 }).toString() };
}
