/** Booking states (spec section 4). */
export type BookingStatus = "pending" | "confirmed" | "cancelled";
/** Why a booking is cancelled. The first three can be revived: none of them was a decision against the departure. */
export type CancelReason = "expired" | "replaced" | "payment_cancelled" | "customer" | "admin" | "departure_cancelled";

export const REVIVABLE: readonly CancelReason[] = ["expired", "replaced", "payment_cancelled"];

/**
 * The allowed transitions. A lapsed booking may become pending again (a new payment) or confirmed (a late payment, rule payments-5);
 * one cancelled by a person or the operator stays cancelled.
 */
export function mayBecome(
  from: { status: BookingStatus; cancel_reason: CancelReason | null },
  to: BookingStatus,
): boolean {
  const allowed: Record<BookingStatus, readonly BookingStatus[]> = {
    pending: ["confirmed", "cancelled"],
    confirmed: ["cancelled"],
    cancelled: from.cancel_reason && REVIVABLE.includes(from.cancel_reason) ? ["pending", "confirmed"] : [],
  };
  return allowed[from.status].includes(to);
}

/** A hold is live until its end, whether or not the sweeper has run (rule seats-3). */
export const holdLives = (booking: { status: string; hold_expires_at: Date }, now: Date): boolean =>
  booking.status === "pending" && booking.hold_expires_at > now;

/** When a hold taken or extended now ends: minutes from now, capped by the limit counted from the first hold. */
export function holdEnd(
  now: Date,
  firstHold: Date,
  { holdMinutes, holdLimitMinutes }: { holdMinutes: number; holdLimitMinutes: number },
): Date {
  const wish = now.getTime() + holdMinutes * 60_000;
  return new Date(Math.min(wish, firstHold.getTime() + holdLimitMinutes * 60_000));
}
