import type { BookingView } from "#src/modules/booking/schema.ts";

/** What a guest can do to a confirmed booking. */
export type Part = "contact" | "names" | "date" | "add" | "remove" | "cancel" | "resend" | "invoice";

/** Why a part can't be changed (any more); the text is `errors.<reason>`. */
export type ChangeRefusal =
  | "not_confirmed"
  | "departure_past"
  | "change_too_late"
  | "only_guest"
  | "nothing_paid"
  | "invoice_too_late"
  | "no_email";

/**
 * How many days after confirmation an invoice can be requested. Tax rules leave it to the seller within the tax year; we say a
 * month.
 */
const INVOICE_DAYS = 30;

/**
 * What may still be changed, each part with its own cut-off: who booked and how they are reached until the end, guests' names and number until the start, the date while cancelling
 * would be refunded (otherwise moving would bypass that rule), emails until the departure is over, an invoice for a month. Null
 * where allowed. Seats and prices are checked when the change is made. `byStaff`: guests may be removed and moved until the
 * departure is over; the admin decides on the refund.
 */
export function whatMayChange(
  booking: Pick<BookingView, "status" | "number_of_people" | "total" | "confirmed_at" | "departure"> & {
    private?: Pick<NonNullable<BookingView["private"]>, "email"> | null;
  },
  now: Date,
  byStaff = false,
): Record<Part, ChangeRefusal | null> {
  const { departure, confirmed_at: confirmed } = booking;
  if (booking.status === "cancelled") return everyPart("not_confirmed");
  if (booking.status === "pending") return { ...everyPart("not_confirmed"), contact: null, cancel: null };
  const past = now >= new Date(departure.starts_at) ? "departure_past" : null;
  const over = now >= new Date(departure.ends_at) ? "departure_past" : null;
  const tooLate = now > new Date(departure.refund_until) ? "change_too_late" : null;
  const leaving = byStaff ? over : past;
  const invoiceEnds = confirmed === null ? 0 : Date.parse(confirmed) + INVOICE_DAYS * 86_400_000;
  const noInvoice = now.getTime() > invoiceEnds ? "invoice_too_late" : null;
  return {
    contact: over,
    names: past,
    date: leaving ?? (byStaff ? null : tooLate),
    add: past,
    remove: leaving ?? (booking.number_of_people === 1 ? "only_guest" : null),
    cancel: past,
    resend: over ?? (booking.private?.email === "" ? "no_email" : null),
    invoice: booking.total.amount_minor === 0 ? "nothing_paid" : noInvoice,
  };
}

const everyPart = (reason: ChangeRefusal): Record<Part, ChangeRefusal> => ({
  contact: reason,
  names: reason,
  date: reason,
  add: reason,
  remove: reason,
  cancel: reason,
  resend: reason,
  invoice: reason,
});
