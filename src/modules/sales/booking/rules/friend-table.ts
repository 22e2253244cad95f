const HOUR = 3_600_000;
/** Places without a payment are never kept from others in the last hours before the night. */
const HOURS_BEFORE_NIGHT = 12;
/** Less time than this is too little to pass a link on. */
const LEAST_HOURS = 1;

/** Until when friends may take a table's places that starts now: for so many hours at most; null where that is too soon. */
export function tableDeadline(now: Date, night: { starts_at: Date; sales_close_at: Date }, hours: number): Date | null {
  const end = Math.min(
    now.getTime() + hours * HOUR,
    night.starts_at.getTime() - HOURS_BEFORE_NIGHT * HOUR,
    night.sales_close_at.getTime(),
  );
  return end - now.getTime() < LEAST_HOURS * HOUR ? null : new Date(end);
}

/** Whoever started a table is reminded so long before its deadline, unless they started it not much earlier. */
const HOURS_TO_REMIND = 3;

/** Which tables are to be reminded of: those whose deadline comes until then and that were started so many milliseconds before it. */
export const dueAt = (now: Date) => ({
  now,
  until: new Date(now.getTime() + HOURS_TO_REMIND * HOUR),
  after: 2 * HOURS_TO_REMIND * HOUR,
});

/** How many places of a table its friends have paid. */
export const paidOf = (friends: readonly { people: number }[]): number =>
  friends.reduce((sum, { people }) => sum + people, 0);
