import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { phoneDigits } from "#src/kernel/tel-link.ts";

/** What the ticket page shows. `lapsed`: the booking was never paid, so it never had tickets. */
export type TicketPageState = "tickets" | "unpaid" | "cancelled" | "lapsed";

const NEVER_PAID: readonly (string | null)[] = ["expired", "replaced", "payment_cancelled"];

/** What a booking's ticket page shows: tickets only while the booking is confirmed. */
export function ticketPageState({ status, cancel_reason }: Pick<BookingView, "status" | "cancel_reason">) {
  const state: TicketPageState =
    status === "confirmed"
      ? "tickets"
      : status === "pending"
        ? "unpaid"
        : NEVER_PAID.includes(cancel_reason)
          ? "lapsed"
          : "cancelled";
  return state;
}

const DAY = 86_400_000;

/**
 * Until when a device may keep its copy of the page: two days after the departure, so that it helps with a complaint the
 * morning after.
 */
export const keepUntil = (endsAt: Date): Date => new Date(endsAt.getTime() + 2 * DAY);

/** Opens WhatsApp with a text, to send to a contact of the user's choice. */
export const whatsAppLink = (text: string, to: { phone: string; country: string } | null = null): string =>
  `https://wa.me/${to ? worldNumber(to) : ""}?text=${encodeURIComponent(text)}`;

/** A number as WhatsApp takes it, country code first; empty, so that one is chosen there, where the code isn't known. */
function worldNumber({ phone, country }: { phone: string; country: string }): string {
  const digits = phoneDigits(phone);
  if (phone.trim().startsWith("+")) return digits;
  if (digits.startsWith("00")) return digits.slice(2);
  return digits.length === 10 && country === "MX" ? `52${digits}` : "";
}
