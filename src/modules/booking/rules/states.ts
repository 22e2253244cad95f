/** The three states of a booking (spec section 4). */
export type BookingStatus = "pending" | "confirmed" | "cancelled";
/** Why a booking is cancelled. The first three may come back: nobody decided against the departure. */
export type CancelReason = "expired" | "replaced" | "payment_cancelled" | "customer" | "admin" | "departure_cancelled";

export const REVIVABLE: readonly CancelReason[] = ["expired", "replaced", "payment_cancelled"];

/**
 * Every allowed change. A lapsed booking may become pending again (paying once more) or confirmed (its payment arrived late,
 * mechanics 3); what a person or the operator cancelled stays cancelled.
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

/** A hold lives until its end; who reads late must not wait for a sweeper to see that it is over (mechanics 1). */
export const holdLives = (booking: { status: string; hold_expires_at: Date }, now: Date): boolean =>
  booking.status === "pending" && booking.hold_expires_at > now;

/** When a hold taken or prolonged now ends: minutes from now, but never beyond the limit counted from the first hold. */
export function holdEnd(
  now: Date,
  firstHold: Date,
  { holdMinutes, holdLimitMinutes }: { holdMinutes: number; holdLimitMinutes: number },
): Date {
  const wanted = now.getTime() + holdMinutes * 60_000;
  return new Date(Math.min(wanted, firstHold.getTime() + holdLimitMinutes * 60_000));
}
