// Calendar dates have no time zone: arithmetic is in UTC, so that no clock change can shift one.

export const RECURRENCES = ["daily", "weekly", "monthly"] as const;
export type RecurrenceType = (typeof RECURRENCES)[number];

/** A recurrence rule. Dates are the city's local dates, YYYY-MM-DD; weekdays 0 (Sunday) to 6. */
export type Recurrence = {
  type: RecurrenceType;
  /** Interval in days, weeks or months; 1 or more. */
  every: number;
  /** Weekly only: the selected days. */
  weekdays: readonly number[];
  first: string;
  /** Ends after so many occurrences, or with the last one on or before a date. */
  ends: { count: number } | { until: string };
};

/** Maximum dates in a series: a year of departures. */
export const MOST_DATES = 366;

const DAY_MS = 86_400_000;
const daysOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 10);

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (date: string): number => new Date(daysOf(date) * DAY_MS).getUTCDay();
/** The date `by` days later. */
export const dayAfter = (date: string, by = 1): string => dateOf(daysOf(date) + by);

/** The same day `by` months after `first`, capped at that month's last day (31 January → 28 February). */
function monthsAfter(first: string, by: number): string {
  const [year = 0, month = 1, day = 1] = first.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + by, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + by, Math.min(day, last))).toISOString().slice(0, 10);
}

/** A recurrence's dates from the first on, endlessly. */
function* occurrences({ type, every, weekdays, first }: Recurrence): Generator<string> {
  if (type === "weekly") {
    if (weekdays.length === 0) return;
    const sunday = daysOf(first) - weekdayOf(first);
    const days = weekdays.toSorted((a, b) => a - b);
    for (let week = 0; ; week += every)
      for (const day of days) if (sunday + week * 7 + day >= daysOf(first)) yield dateOf(sunday + week * 7 + day);
  }
  for (let step = 0; ; step += every) yield type === "daily" ? dayAfter(first, step) : monthsAfter(first, step);
}

/**
 * A recurrence's dates, ascending and unique. `cut` means the series limit truncated them. A weekly recurrence starts in the week
 * of its first date, skipping selected days before it.
 */
export function datesOf(recurrence: Recurrence): { dates: string[]; cut: boolean } {
  const { ends } = recurrence;
  const dates: string[] = [];
  for (const date of occurrences(recurrence)) {
    if ("count" in ends ? dates.length >= ends.count : date > ends.until) return { dates, cut: false };
    if (dates.length >= MOST_DATES) return { dates, cut: true };
    dates.push(date);
  }
  return { dates, cut: false };
}
