import type { Text } from "#src/locales/i18n.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";

/** What decides about a booking's entry. */
export type CalendarEntry = {
  status: BookingStatus;
  cancel_reason: CancelReason | null;
  /** null: it was never paid */
  confirmed_at: Date | null;
  departure_status: "scheduled" | "cancelled";
};

/**
 * What a booking is in its guest's calendar; null where it has no entry. Only a booking that was confirmed ever had one, so a
 * lapsed basket has no entry to cancel. A cancelled night is cancelled in the calendar at once, whatever its guest chooses.
 */
export function calendarStatus(booking: CalendarEntry): "confirmed" | "cancelled" | null {
  if (booking.status === "confirmed") return booking.departure_status === "scheduled" ? "confirmed" : "cancelled";
  return booking.status === "cancelled" && booking.confirmed_at !== null ? "cancelled" : null;
}

/** More edits of one departure than anybody makes; beyond it, they no longer count. */
const MOST_EDITS = 4_999;

/**
 * The SEQUENCE of a booking's entry (RFC 5545, 3.8.7.4), which a calendar takes only where it isn't lower than the one it has. It
 * grows with every change of the booking, of its departure, and when either is cancelled. A change to another departure outweighs
 * whatever that one's version is.
 */
export const calendarSequence = (
  booking: { version: number; departure_version: number },
  status: "confirmed" | "cancelled",
): number =>
  booking.version * 2 * (MOST_EDITS + 1) +
  Math.min(booking.departure_version, MOST_EDITS) * 2 +
  (status === "cancelled" ? 1 : 0);

/** The links for a booking as its page shows it. */
export const bookedEventLinks = ({ reference, departure }: EventOfBooking, t: Text) =>
  calendarLinks({
    title: crawlInCity(departure.crawl_title, departure.city),
    place: [departure.meeting_place, departure.city].filter(Boolean).join(", "),
    text: [
      t("payments-confirmation.calendarText", { reference }),
      ...(departure.map_url ? [t("payments-confirmation.calendarMap", { map: departure.map_url })] : []),
    ].join("\n"),
    starts: departure.starts_at,
    ends: departure.ends_at,
    zone: departure.time_zone,
  });
type EventOfBooking = {
  reference: string;
  departure: Pick<
    BookingView["departure"],
    "crawl_title" | "city" | "meeting_place" | "map_url" | "starts_at" | "ends_at" | "time_zone"
  >;
};

/** What the links of calendars on the web say of a departure. */
export type LinkedEvent = {
  title: string;
  place: string;
  text: string;
  /** ISO, in any offset */
  starts: string;
  ends: string;
  zone: string;
};

/**
 * Links that open Google's and Outlook's calendars on the web with the entry filled in, for browsers inside other apps, which take
 * no file. Both are those companies' own addresses for "add to calendar". They carry no link to the booking: an address is
 * written into histories and logs of others.
 */
export function calendarLinks({ title, place, text, starts, ends, zone }: LinkedEvent): {
  google: string;
  outlook: string;
} {
  const utc = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
  const google = new URLSearchParams({
    action: "TEMPLATE",
    text: title,
    dates: `${utc(starts)}/${utc(ends)}`,
    ctz: zone,
    location: place,
    details: text,
  });
  const outlook = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: new Date(starts).toISOString(),
    enddt: new Date(ends).toISOString(),
    location: place,
    body: text,
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google.toString()}`,
    // Outlook shows a plus sign as one
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString().replaceAll("+", "%20")}`,
  };
}
