/** How many places a table reserves beside those of the booking that starts it, at least and at most. */
export const TABLE_PLACES = { least: 1, most: 19 } as const;

const HOUR = 3_600_000;
/** Places without a payment are kept from others for a day, and never into the last hours before the night. */
const OPEN_HOURS = 24;
const HOURS_BEFORE_NIGHT = 12;
/** Less time than this is too little to pass a link on. */
const LEAST_HOURS = 1;

/** Until when friends may take a table's places that starts now; null where that is too soon. */
export function tableDeadline(now: Date, night: { starts_at: Date; sales_close_at: Date }): Date | null {
  const end = Math.min(
    now.getTime() + OPEN_HOURS * HOUR,
    night.starts_at.getTime() - HOURS_BEFORE_NIGHT * HOUR,
    night.sales_close_at.getTime(),
  );
  return end - now.getTime() < LEAST_HOURS * HOUR ? null : new Date(end);
}
