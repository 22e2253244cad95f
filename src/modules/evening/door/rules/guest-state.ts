import type { Doubt } from "#src/modules/evening/door/rules/night-hours.ts";
import type { Concern, DoorGuest } from "#src/modules/evening/door/schema.ts";

/** What decides what a booking means at the door. `refunded`: money went back. */
export type BookingFacts = {
  status: string;
  cancel_reason: string | null;
  hold_expires_at: Date;
  refunded: boolean;
};

const NEVER_PAID: readonly (string | null)[] = ["expired", "replaced", "payment_cancelled"];

/** What a booking means at the door: a hold that lapsed counts as lapsed, swept or not (rule seats-3). */
export function guestState(booking: BookingFacts, now: Date): DoorGuest["state"] {
  if (booking.status === "confirmed") return "confirmed";
  if (booking.status === "pending") return booking.hold_expires_at > now ? "pending" : "lapsed";
  if (NEVER_PAID.includes(booking.cancel_reason)) return "lapsed";
  return booking.refunded ? "refunded" : "cancelled";
}

const OF_STATE: Record<DoorGuest["state"], Concern | null> = {
  confirmed: null,
  pending: "unpaid",
  lapsed: "unpaid",
  cancelled: "cancelled",
  refunded: "cancelled",
};

/** The weightiest concern about an entry; null where the booking agrees with it. */
export function concernOf(entry: {
  state: DoorGuest["state"];
  isVoid: boolean;
  isOtherNight: boolean;
  isRevoked: boolean;
  doubt: Doubt | null;
}): Concern | null {
  const ofBooking = OF_STATE[entry.state] ?? (entry.isVoid ? "void" : entry.isOtherNight ? "other_night" : null);
  return ofBooking ?? (entry.isRevoked ? "revoked_device" : entry.doubt);
}
