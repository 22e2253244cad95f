const HOUR = 3_600_000;

/**
 * Until when guests of a night that is called off choose between another date and their money (docs/decisions/147); null where
 * they aren't given a choice (`hours` 0, or staff said so). It doesn't end with the night: storms come on the evening itself.
 */
export const choiceUntil = (now: Date, hours: number, isOffered: boolean): Date | null =>
  isOffered && hours > 0 ? new Date(now.getTime() + hours * HOUR) : null;

/**
 * When who hasn't chosen is reminded, once: a day before the end, after half of a shorter time, not at all where a reminder would
 * follow the first email within six hours.
 */
export function choiceReminderAt(now: Date, until: Date): Date | null {
  const time = until.getTime() - now.getTime();
  return time < 12 * HOUR ? null : new Date(now.getTime() + Math.max(time / 2, time - 24 * HOUR));
}
