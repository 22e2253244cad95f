import { REVIVABLE } from "#src/modules/booking/rules/states.ts";
import type { BookingView } from "#src/modules/booking/schema.ts";
import type { PaymentState } from "#src/modules/payments/schema.ts";

/** What the confirmation page tells. */
export type ConfirmationKind =
  /** paid or free: the tickets */
  | "success"
  /** the guest broke the payment off */
  | "payment_cancelled"
  /** the provider declined */
  | "payment_failed"
  /** the guest came back, the provider has not decided: a voucher, a slow bank */
  | "waiting"
  /** the seats are kept and nothing was paid yet */
  | "pending"
  /** the seats went back on sale unpaid */
  | "expired"
  /** paid after the seats were gone */
  | "unplaced"
  /** paid after the seats were gone, and the guest took credit for it */
  | "credited"
  /** what was paid does not fit the booking: a person looks at it */
  | "review"
  | "cancelled_by_guest"
  | "cancelled_by_us"
  | "departure_cancelled";

const ENDED = {
  customer: "cancelled_by_guest",
  admin: "cancelled_by_us",
  departure_cancelled: "departure_cancelled",
} as const;

/**
 * What to show of a booking and its payments. `returned` is what the address says about coming back from the provider: it
 * changes the words only, never what is true.
 */
export function confirmationKind(
  booking: Pick<BookingView, "status" | "cancel_reason" | "hold_lives">,
  payment: Pick<PaymentState, "last" | "unplaced" | "voucher">,
  returned: "returned" | "cancelled" | null,
): ConfirmationKind {
  const { status, cancel_reason: reason } = booking;
  if (status === "confirmed") return "success";
  if (reason && !REVIVABLE.includes(reason)) return ENDED[reason as keyof typeof ENDED];
  if (payment.unplaced && !payment.unplaced.credited) return "unplaced";
  // who has taken credit may take the seats again and pay anew
  if (payment.unplaced && !booking.hold_lives && payment.last === "succeeded") return "credited";
  if (payment.last === "review") return "review";
  if (payment.voucher && booking.hold_lives) return "waiting";
  // an attempt that the provider may still answer comes before a hold that ran out
  if (payment.last === "open" && returned === "returned") return "waiting";
  if (payment.last === "failed") return booking.hold_lives ? "payment_failed" : "expired";
  const broken = payment.last === "cancelled" || (returned === "cancelled" && payment.last !== "succeeded");
  if (broken && (booking.hold_lives || reason === "payment_cancelled")) return "payment_cancelled";
  return booking.hold_lives ? "pending" : "expired";
}

/**
 * The same in the list of one's bookings, where nobody has just come back from a provider: a payment that is still open matters
 * only once the seats are no longer kept.
 */
export const kindInDrawer = (
  booking: Pick<BookingView, "status" | "cancel_reason" | "hold_lives">,
  payment: Pick<PaymentState, "last" | "unplaced" | "voucher">,
): ConfirmationKind =>
  confirmationKind(booking, payment, payment.last === "open" && !booking.hold_lives ? "returned" : null);

/** Whether the page should ask again by itself: a payment (of the booking, or `changing` of a change) or the confirmation email is still on its way. `mail` is null where it isn't shown. */
export const mayChange = (
  kind: ConfirmationKind,
  email: "none" | "sending" | "sent" | "failed" | null,
  changing = false,
): boolean => kind === "waiting" || (kind === "success" && (email === "sending" || changing));
