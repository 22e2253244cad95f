import { type Days, daysBetween } from "#src/modules/reports/rules/period.ts";

/**
 * How far before the last count changes are looked for: an audit entry has its transaction's start time, and may have been
 * committed after a count that should have included it.
 */
export const OVERLAP_MS = 15 * 60_000;

/** Groups days into consecutive runs, each at most a month to keep statements short. */
export function runsOf(days: readonly string[]): Days[] {
  const runs: Days[] = [];
  for (const day of [...new Set(days)].toSorted()) {
    const last = runs.at(-1);
    if (last && daysBetween(last.to, day) === 1 && daysBetween(last.from, day) < LONGEST) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

const LONGEST = 31;
