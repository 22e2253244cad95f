import { type Days, daysBetween } from "#src/modules/reports/rules/period.ts";

/**
 * How far behind the last count changes are looked for again: an entry of the audit log carries the time at which its transaction
 * began, and may have come into sight later than the count that it should have been part of.
 */
export const OVERLAP_MS = 15 * 60_000;

/** The stretches of consecutive days that some days make, none longer than a month: no statement may take long. */
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
