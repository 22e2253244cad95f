import { REVIVABLE } from "#src/modules/sales/booking/rules/states.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";

export type ConfirmationKind =
  /** paid or free: shows the tickets */
  | "success"
  /** the guest cancelled the payment */
  | "payment_cancelled"
  /** the provider declined */
  | "payment_failed"
  /** the guest came back but the provider has not decided: a voucher, a slow bank */
  | "waiting"
  /** the guest has paid, and their bank hasn't yet */
  | "at_bank"
  /** the guest pays us directly, and the seats are held for it */
  | "by_hand"
  /** the seats are held and nothing was paid yet */
  | "pending"
  /** the hold ended unpaid */
  | "expired"
  /** paid after the seats were gone */
  | "unplaced"
  /** paid after the seats were gone, and the guest took credit */
  | "credited"
  /** the amount paid doesn't match the booking: staff review it */
  | "review"
  /** we called the night off, and the guest may still choose another date */
  | "choosing"
  | "cancelled_by_guest"
  | "cancelled_by_us"
  | "departure_cancelled";

const ENDED = {
  customer: "cancelled_by_guest",
  admin: "cancelled_by_us",
  departure_cancelled: "departure_cancelled",
} as const;

/**
 * What to show of a booking and its payments. `returned` is how the URL says the guest came back from the provider: it changes
 * only the wording, never the state.
 */
export function confirmationKind(
  booking: Pick<BookingView, "status" | "cancel_reason" | "hold_lives" | "kept_for">,
  payment: Pick<PaymentState, "last" | "unplaced" | "night_off" | "voucher" | "bank">,
  returned: "returned" | "cancelled" | null,
): ConfirmationKind {
  const { status, cancel_reason: reason } = booking;
  if (status === "confirmed") return "success";
  if (reason === "departure_cancelled" && payment.night_off) return "choosing";
  if (reason && !REVIVABLE.includes(reason)) return ENDED[reason as keyof typeof ENDED];
  if (payment.unplaced && !payment.unplaced.credited) return "unplaced";
  // a guest who took credit may hold seats again and pay again
  if (payment.unplaced && !booking.hold_lives && payment.last === "succeeded") return "credited";
  if (payment.last === "review") return "review";
  if (payment.bank) return "at_bank";
  if (payment.voucher && booking.hold_lives) return "waiting";
  // read before and after one settlement: the next look shows it, and nobody is asked to pay twice meanwhile
  if (payment.last === "succeeded" && status === "pending" && !payment.unplaced) return "waiting";
  // an attempt the provider may still answer takes precedence over a lapsed hold
  if (payment.last === "open" && returned === "returned") return "waiting";
  if (payment.last === "failed") return booking.hold_lives ? "payment_failed" : "expired";
  if (booking.kept_for === "by_hand" && booking.hold_lives && returned === null) return "by_hand";
  const broken = payment.last === "cancelled" || (returned === "cancelled" && payment.last !== "succeeded");
  if (broken && (booking.hold_lives || reason === "payment_cancelled")) return "payment_cancelled";
  return booking.hold_lives ? "pending" : "expired";
}

/**
 * The same for the list of a guest's bookings, where no one has just come back from a provider: an open payment matters only
 * once the hold has ended.
 */
export const kindInDrawer = (
  booking: Pick<BookingView, "status" | "cancel_reason" | "hold_lives" | "kept_for">,
  payment: Pick<PaymentState, "last" | "unplaced" | "night_off" | "voucher" | "bank">,
): ConfirmationKind =>
  confirmationKind(booking, payment, payment.last === "open" && !booking.hold_lives ? "returned" : null);

/**
 * Whether the page should poll: a payment (of the booking, or `changing` of a change) or the confirmation email is still in
 * progress. `email` is null where it isn't shown.
 */
export const mayChange = (
  kind: ConfirmationKind,
  email: "none" | "sending" | "sent" | "failed" | null,
  changing = false,
): boolean => kind === "waiting" || kind === "at_bank" || (kind === "success" && (email === "sending" || changing));
