import type { CancelReason } from "#src/modules/sales/booking/rules/states.ts";

/** What a purchase of this kind is called where money names it. */
const GROUP_DEPOSIT = "group_deposit";
export const depositRef = (id: string) => ({ kind: GROUP_DEPOSIT, id, part: null }) as const;

/** How a booking with a paid deposit ended: never paid whole, or paid whole and cancelled. */
type Ending = { reason: CancelReason; wasConfirmed: boolean };

/**
 * What becomes of a paid deposit once its booking ends (rule groups-3). kept: the rest never came, or the guest cancelled before paying
 * it · returned: we cancelled. Once all was paid the rule of bookings decides (rule refunds-1), for the deposit as for the rest: what it
 * gives back of it goes back as it was paid.
 */
export function depositAfter({ reason, wasConfirmed }: Ending): "kept" | "returned" | "as_the_rest" {
  if (wasConfirmed) return "as_the_rest";
  return reason === "admin" || reason === "departure_cancelled" ? "returned" : "kept";
}
