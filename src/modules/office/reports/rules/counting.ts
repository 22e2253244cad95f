import { type Days, daysBetween } from "#src/kernel/period.ts";

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

/** Days that are recounted every night: most changes are of these. */
const RECENT = 62;
/** In so many nights each older day is recounted once. */
const NIGHTS = 28;

/**
 * Which of all days are recounted in a night although nobody has told of a change: those of the last two months and ahead, and
 * whole weeks of the older ones in turn, so that a miscount lasts at most four weeks.
 */
export const dueTonight = (days: readonly string[], tonight: string): string[] => {
  const night = dayNumber(tonight);
  return days.filter((day) => {
    const number = dayNumber(day);
    return number > night - RECENT || Math.floor(number / 7) % NIGHTS === night % NIGHTS;
  });
};

const dayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
