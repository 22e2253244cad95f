import type { CancelReason } from "#src/modules/booking/rules/states.ts";

/** A booking is paid or free and has its seats. */
export const bookingConfirmed = (payload: { bookingId: string }) => ({ name: "booking.confirmed", payload }) as const;

/** A booking has lost its seats; `wasConfirmed` tells a lapsed basket from a cancelled departure. */
export const bookingCancelled = (payload: { bookingId: string; reason: CancelReason; wasConfirmed: boolean }) =>
  ({ name: "booking.cancelled", payload }) as const;

/** A confirmed booking is for another date or other people. `names` are those of the added, `positions` the tickets of the removed. */
export const bookingChanged = (payload: {
  bookingId: string;
  version: number;
  kind: "date" | "add" | "remove";
  names: string[];
  positions: number[];
}) => ({ name: "booking.changed", payload }) as const;

/** A late payment was placed beyond the total, within the departure's tolerance: staff should know. */
export const bookingPlacedLate = (payload: { bookingId: string }) =>
  ({ name: "booking.placed_late", payload }) as const;
