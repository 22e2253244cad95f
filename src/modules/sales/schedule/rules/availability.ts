export type AvailabilityLevel = "low" | "medium" | "high" | "none";

/**
 * Level by share of seats left: ≤ 20 % low (red), < 50 % medium (amber), else high (green); none when bookings are disabled (spec
 * section 4).
 */
export function availabilityLevel(available: number, total: number, bookingsDisabled: boolean): AvailabilityLevel {
  if (bookingsDisabled) return "none";
  const percent = total > 0 ? (available / total) * 100 : 0;
  if (percent <= 20) return "low";
  return percent < 50 ? "medium" : "high";
}

/** Whether to show "limited availability": below the threshold percent, unless switched off (spec section 9). */
export const isLimited = (
  available: number,
  total: number,
  { showLimited, limitedThreshold }: { showLimited: boolean; limitedThreshold: number },
): boolean => showLimited && available > 0 && total > 0 && (available / total) * 100 < limitedThreshold;

export type SeatsLabel =
  | { kind: "hidden" }
  | { kind: "left"; available: number }
  | { kind: "of"; available: number; total: number };

/** `14/40 spots`, `14 spots left` when the total is hidden, nothing when all seats are (spec section 9). */
export function seatsLabel({
  available_spots,
  total_spots,
}: {
  available_spots: number | null;
  total_spots: number | null;
}): SeatsLabel {
  if (available_spots === null) return { kind: "hidden" };
  return total_spots === null
    ? { kind: "left", available: available_spots }
    : { kind: "of", available: available_spots, total: total_spots };
}

/** A date's state in the calendar (spec section 4): only `available` is selectable. */
export type DateState = "available" | "full" | "disabled" | "past";

/** A departure's state at `now`; one that is sold elsewhere needs free places as well. */
export function dateState(
  d: { available: number; bookings_disabled: boolean; sales_close_at: Date },
  now: Date,
): DateState {
  if (d.sales_close_at <= now) return "past";
  if (d.bookings_disabled) return "disabled";
  return d.available > 0 ? "available" : "full";
}
