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

/** A paid deposit as it stands: what was kept of the credit that it is, and what of that isn't void; minor units. */
type Paid = {
  state: string;
  booking_status: string;
  credit: { expired: number; rest: number } | null;
  /** what no booking waits for, or was paid with */
  left: number;
};

/**
 * How much of a deposit staff may give back (rule groups-3): what was kept, all of it while the rest is waited for, and otherwise only
 * what is free. What its booking was paid with goes back with the booking.
 */
export function returnableOf({ state, booking_status: status, credit, left }: Paid): number {
  if (state === "kept") return credit?.expired ?? 0;
  return state === "paid" && status === "pending" ? (credit?.rest ?? 0) : left;
}
