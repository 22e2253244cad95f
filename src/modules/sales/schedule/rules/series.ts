import { departureTimes } from "#src/kernel/local-time.ts";

/** Planned state of a series' date: only `new` ones are created. */
export type PlannedState = "new" | "clash" | "past" | "skipped" | "impossible";
export type PlannedDate = { date: string; state: PlannedState; clash: Clash | null };
/** The existing departure on a date. */
export type Clash = { id: string; start_time: string; taken: number; total_spots: number };

type Hours = { start_time: string; end_time: string; time_zone: string };

/**
 * A departure's start, end and end of sales, or null where a clock change leaves nothing of it: on the night two o'clock becomes
 * three, both ends of 02:15 to 02:45 move forward, but 02:30 to 03:00 would end before it starts.
 */
export function timesOf(date: string, { start_time, end_time, time_zone }: Hours, cutoffMinutes: number) {
  const { startsAt, endsAt } = departureTimes(date, start_time, end_time, time_zone);
  if (endsAt <= startsAt) return null;
  const sales_close_at = new Date(startsAt.getTime() - cutoffMinutes * 60_000);
  return { starts_at: startsAt, ends_at: endsAt, sales_close_at };
}

/** Which of a series' dates are created, and why the others are not. */
export function planSeries(
  dates: readonly string[],
  hours: Hours,
  { taken: clashes, skip, now }: { taken: ReadonlyMap<string, Clash>; skip: readonly string[]; now: Date },
): PlannedDate[] {
  return dates.map((date) => {
    const clash = clashes.get(date) ?? null;
    const times = timesOf(date, hours, 0);
    const state = (): PlannedState => {
      if (!times) return "impossible";
      if (times.starts_at <= now) return "past";
      if (clash) return "clash";
      return skip.includes(date) ? "skipped" : "new";
    };
    return { date, state: state(), clash };
  });
}

/** Number of a plan's dates per state. */
export function countsOf(plan: readonly PlannedDate[]): Record<PlannedState, number> {
  const counts = { new: 0, clash: 0, past: 0, skipped: 0, impossible: 0 };
  for (const { state } of plan) counts[state] += 1;
  return counts;
}
