import type { BookingView } from "#src/modules/booking/schema.ts";

/** What a guest can do to a confirmed booking. */
export type Part = "names" | "date" | "add" | "remove" | "cancel" | "resend" | "invoice";

/** Why one of them can't be done (any more); `errors.<reason>` says it in words. */
export type ChangeRefusal =
  | "not_confirmed"
  | "departure_past"
  | "change_too_late"
  | "only_guest"
  | "nothing_paid"
  | "invoice_too_late";

/** How long after the confirmation an invoice can be asked for. The tax year's rules leave it to the seller: a month is told. */
const INVOICE_DAYS = 30;

/**
 * What may still be changed, each part by its own cut-off: guests' names and who comes until the start, the date as long as
 * cancelling would give the money back (else moving would be a way around that rule), the email until the departure is over, an
 * invoice for a month. Null where it may be done. Seats and prices are another matter, decided when it is done. `byStaff`: guests
 * may leave and move until the departure is over, for whom the admin decides what that gives back.
 */
export function whatMayChange(
  booking: Pick<BookingView, "status" | "number_of_people" | "total" | "confirmed_at" | "departure">,
  now: Date,
  byStaff = false,
): Record<Part, ChangeRefusal | null> {
  const { departure, confirmed_at: confirmed } = booking;
  if (booking.status === "cancelled") return everyPart("not_confirmed");
  if (booking.status === "pending") return { ...everyPart("not_confirmed"), cancel: null };
  const past = now >= new Date(departure.starts_at) ? "departure_past" : null;
  const over = now >= new Date(departure.ends_at) ? "departure_past" : null;
  const tooLate = now > new Date(departure.refund_until) ? "change_too_late" : null;
  const leaving = byStaff ? over : past;
  const invoiceEnds = confirmed === null ? 0 : Date.parse(confirmed) + INVOICE_DAYS * 86_400_000;
  const noInvoice = now.getTime() > invoiceEnds ? "invoice_too_late" : null;
  return {
    names: past,
    date: leaving ?? (byStaff ? null : tooLate),
    add: past,
    remove: leaving ?? (booking.number_of_people === 1 ? "only_guest" : null),
    cancel: past,
    resend: over,
    invoice: booking.total.amount_minor === 0 ? "nothing_paid" : noInvoice,
  };
}

const everyPart = (reason: ChangeRefusal): Record<Part, ChangeRefusal> => ({
  names: reason,
  date: reason,
  add: reason,
  remove: reason,
  cancel: reason,
  resend: reason,
  invoice: reason,
});
