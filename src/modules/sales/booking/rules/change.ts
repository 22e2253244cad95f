import type { BookingView } from "#src/modules/sales/booking/schema.ts";

/** What a guest can do to a confirmed booking. */
export type Part = "contact" | "names" | "date" | "add" | "remove" | "add_ons" | "cancel" | "resend";

/** Why a part can't be changed (anymore); the text is `errors.<reason>`. */
export type ChangeRefusal =
  | "not_confirmed"
  | "departure_past"
  | "change_too_late"
  | "only_guest"
  | "nothing_paid"
  | "nothing_kept"
  | "table_too_late"
  | "bookings_disabled"
  | "invoice_too_late"
  | "no_email";

type CutOff = Extract<ChangeRefusal, "not_confirmed" | "departure_past" | "change_too_late" | "only_guest">;
type CutOffs = Record<Exclude<Part, "resend">, CutOff | null> & { resend: CutOff | "no_email" | null };

/**
 * What may still be changed, each part with its own cut-off: who booked and how they are reached until the end, guests' names and number until the start, the date while cancelling
 * would be refunded (otherwise moving would bypass that rule), emails until the departure is over. Null where allowed. Seats and prices are checked when the change is made. `byStaff`: guests may be removed and moved until the
 * departure is over; the admin decides on the refund.
 */
export function whatMayChange(
  booking: Pick<BookingView, "status" | "number_of_people" | "departure"> & {
    private?: Pick<NonNullable<BookingView["private"]>, "email"> | null;
  },
  now: Date,
  byStaff = false,
): CutOffs {
  const { departure } = booking;
  if (booking.status === "cancelled") return everyPart("not_confirmed");
  if (booking.status === "pending") return { ...everyPart("not_confirmed"), contact: null, cancel: null };
  const past = now >= new Date(departure.starts_at) ? "departure_past" : null;
  const over = now >= new Date(departure.ends_at) ? "departure_past" : null;
  const tooLate = now > new Date(departure.refund_until) ? "change_too_late" : null;
  const leaving = byStaff ? over : past;
  return {
    contact: over,
    names: past,
    date: leaving ?? (byStaff ? null : tooLate),
    add: past,
    remove: leaving ?? (booking.number_of_people === 1 ? "only_guest" : null),
    add_ons: leaving,
    cancel: past,
    resend: over ?? (booking.private?.email === "" ? "no_email" : null),
  };
}

const everyPart = (reason: CutOff): Record<Part, CutOff> => ({
  contact: reason,
  names: reason,
  date: reason,
  add: reason,
  remove: reason,
  add_ons: reason,
  cancel: reason,
  resend: reason,
});
