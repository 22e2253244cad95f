import { createPublicKey } from "node:crypto";
import { toString as qrToString } from "qrcode";
import { hours, longDate } from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import { brandOn } from "#src/modules/site/media/draw-logo.server.ts";
import { contentOf, squaresOf } from "#src/modules/site/media/draw-qr.server.ts";
import { drawnPaper } from "#src/modules/site/media/keep-papers.server.ts";
import type { Text } from "#src/locales/i18n.ts";
import { emailTextsFor } from "#src/modules/base/settings/read-texts.server.ts";
import type { TicketSheet } from "#src/modules/evening/tickets/draw-tickets.server.ts";
import { type CalendarEntry, calendarSequence, calendarStatus } from "#src/modules/evening/tickets/rules/calendar.ts";
import { isReplaced, readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import { signTickets } from "#src/modules/evening/tickets/sign-tickets.server.ts";
import {
  allKeys,
  type BookedDeparture,
  bookedDeparture,
  ticketRows,
  ticketRowsOf,
} from "#src/modules/evening/tickets/store.server.ts";
import { writeCalendar } from "#src/modules/evening/tickets/write-calendar.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { File } from "#src/platform/stream-file.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

export type { BookedDeparture };
export { guestPositions } from "#src/modules/evening/tickets/store.server.ts";

/** A ticket that admits its holder, as an email shows it. */
export type MailedTicket = Pick<Ticket, "position" | "guest_name" | "code" | "token">;

/** The valid tickets of a booking by position. A token admits its holder: the caller must have checked access. */
export async function validTickets(ctx: Pick<Context, "db">, bookingId: string): Promise<MailedTicket[]> {
  const departure = await bookedDeparture(ctx.db, bookingId);
  return departure ? (await signedRows(ctx, departure)).filter(({ status }) => status === "valid") : [];
}

/** A ticket to show: `token` is the QR code's content, `qrSvg` its drawing, `code` can be typed at the door. */
export type Ticket = {
  id: string;
  position: number;
  guest_name: string;
  code: string;
  status: "valid" | "void";
  /** when its holder went in, ISO; null while they haven't */
  entered_at: string | null;
  token: string;
  qrSvg: string;
};

/**
 * All tickets of a booking by position, void ones included; none before it is confirmed. A token admits its holder: the caller
 * must have checked access to the booking's private data.
 */
export async function ticketsOf(ctx: Pick<Context, "db" | "ask">, bookingId: string): Promise<Ticket[]> {
  const departure = await bookedDeparture(ctx.db, bookingId);
  if (!departure) return [];
  const [rows, entered] = await Promise.all([signedRows(ctx, departure), ctx.ask.enteredAt(ctx.db, [bookingId])]);
  return Promise.all(
    rows.map(async ({ id, position, guest_name, code, status, token }) => {
      const entered_at = entered.get(id)?.toISOString() ?? null;
      const stored = { id, position, guest_name, code, status: status as Ticket["status"], entered_at };
      return { ...stored, token, qrSvg: await qrSvg(token) };
    }),
  );
}

async function signedRows(ctx: Pick<Context, "db">, departure: BookedDeparture) {
  const rows = await ticketRows(ctx.db, departure.id);
  if (rows.length === 0) return [];
  const tickets = rows.map((row) => ({ ticketId: row.id, departureId: departure.departure_id }));
  const tokens = await signTickets(ctx, tickets);
  return rows.map((row, i) => ({ ...row, token: tokens[i] as string }));
}

/** The guests of a booking's valid tickets, by position; a name may be empty. The caller must check access. */
export async function guestsOf(
  ctx: Pick<Context, "db">,
  bookingId: string,
): Promise<{ position: number; name: string }[]> {
  const valid = (await ticketRows(ctx.db, bookingId)).filter(({ status }) => status === "valid");
  return valid.map(({ position, guest_name: name }) => ({ position, name }));
}

/** Whether tickets of a booking were replaced: those mailed before admit nobody. */
export const hasReplaced = async (tx: Tx, bookingId: string): Promise<boolean> =>
  (await ticketRows(tx, bookingId)).some(isReplaced);

/** The public keys that tickets were signed with, by key id: each as JWK's `x`, the 32 bytes in base64url. */
export async function publicKeys(ctx: Pick<Context, "db">): Promise<Record<string, string>> {
  const keys = await allKeys(ctx.db);
  return Object.fromEntries(
    keys.map(({ id, public_key }) => [id, createPublicKey(public_key).export({ format: "jwk" }).x ?? ""]),
  );
}

/** A QR code as SVG, without a border: for screens. */
export const qrSvg = (text: string): Promise<string> =>
  qrToString(contentOf(text), { type: "svg", errorCorrectionLevel: "M", margin: 0 });

/** A booking with its departure, or undefined. For other modules' use cases; checks no access. */
export const bookedDepartureOf = (ctx: Pick<Context, "db">, bookingId: string) => bookedDeparture(ctx.db, bookingId);

/** What a booking's guests get beside the night, as its tickets say it; nothing where they get nothing. */
const addOnsLine = ({ bought }: BookedDeparture, locale: Locale, t: Text): string[] =>
  bought.length === 0
    ? []
    : [
        t("ticket.addOns", {
          list: bought
            .map(({ quantity, name, name_es }) => `${quantity} × ${inLocale(locale, name, name_es)}`)
            .join(", "),
        }),
      ];

/**
 * The valid tickets of a booking as a PDF in a language, one page per guest; null when there are none. The caller must check
 * access.
 */
export async function ticketsPdf(ctx: Context, bookingId: string, locale: Locale): Promise<File | null> {
  const departure = await bookedDeparture(ctx.db, bookingId);
  const rows = departure ? await signedRows(ctx, departure) : [];
  const tickets = rows.filter((ticket) => ticket.status === "valid");
  if (!departure || tickets.length === 0) return null;
  const [brand, t] = await Promise.all([brandOn(ctx), texts(ctx, locale)]);
  const city = inLocale(locale, departure.city, departure.city_es);
  const place = meetingPoint(departure, locale)?.place;
  const sheet: TicketSheet = {
    title: `${departure.reference} · ${brand.name}`,
    brand,
    heading: longDate(departure.date, locale, false),
    crawl: inLocale(locale, departure.title, departure.title_es),
    reference: departure.reference,
    show: t("ticket.show"),
    small: [...addOnsLine(departure, locale, t), t("ticket.adults"), t("ticket.cityTime", { city })],
    test: departure.test ? t("ticket.test") : null,
    tickets: tickets.map((ticket, i) => ({
      qr: squaresOf(ticket.token, "M"),
      position: t("ticket.of", { n: i + 1, count: tickets.length }),
      code: t("ticket.code", { code: readableCode(ticket.code) }),
      facts: [
        [t("ticket.time"), hours(departure.start_time, departure.end_time, locale)],
        [t("ticket.name"), ticket.guest_name || t("ticket.guest", { n: i + 1 })],
        [t("ticket.city"), city],
        ...(place ? [[t("ticket.place"), place] as const] : []),
      ],
    })),
  };
  const content = await drawnPaper("tickets", sheet);
  return { filename: `${departure.reference}.pdf`, contentType: "application/pdf", content };
}

/**
 * A booking's departure as a calendar file in a language; null when it has no entry (`calendarStatus`). Of a booking that was
 * changed or cancelled it replaces the entry of the file before. The caller must check access.
 */
export async function calendarFile(ctx: Context, bookingId: string, locale: Locale): Promise<File | null> {
  const departure = await bookedDeparture(ctx.db, bookingId);
  const status = departure ? calendarStatus(departure as BookedDeparture & CalendarEntry) : null;
  if (!departure || !status) return null;
  const t = await texts(ctx, locale);
  const url = bookingLink(ctx, departure, locale);
  const city = inLocale(locale, departure.city, departure.city_es);
  const meeting = meetingPoint(departure, locale);
  const details = {
    reference: departure.reference,
    people: departure.number_of_people,
    url,
  };
  const text = writeCalendar({
    uid: `booking-${departure.id}@${new URL(ctx.settings.BASE_URL).hostname}`,
    stamp: ctx.now,
    starts: departure.starts_at,
    ends: departure.ends_at,
    zone: departure.time_zone,
    title: crawlInCity(inLocale(locale, departure.title, departure.title_es), city),
    place: [meeting?.place, city].filter(Boolean).join(", "),
    text: [
      t(status === "cancelled" ? "calendar.cancelled" : "calendar.text", details),
      ...(meeting && status !== "cancelled" ? [t("calendar.map", { map: meeting.map })] : []),
    ].join("\n"),
    url,
    status,
    sequence: calendarSequence(departure, status),
  });
  const contentType = "text/calendar; charset=utf-8; method=PUBLISH";
  return { filename: `${departure.reference}.ics`, contentType, content: Buffer.from(text) };
}

const texts = async (ctx: Pick<Context, "db">, locale: Locale) => (await emailTextsFor(ctx, locale)).t;

/** The valid tickets of several bookings of now, with their tokens and when their holders went in. A token admits its holder: the caller must have checked access. */
export async function admittingTickets(
  ctx: Pick<Context, "db" | "ask">,
  bookings: readonly { id: string; departureId: string }[],
) {
  if (bookings.length === 0) return [];
  const nights = new Map(bookings.map(({ id, departureId }) => [id, departureId]));
  const ids = [...nights.keys()];
  const [all, entered] = await Promise.all([ticketRowsOf(ctx.db, ids), ctx.ask.enteredAt(ctx.db, ids)]);
  const rows = all.filter(({ status }) => status === "valid");
  if (rows.length === 0) return [];
  const claims = rows.map(({ id, booking_id }) => ({ ticketId: id, departureId: nights.get(booking_id)! }));
  const tokens = await signTickets(ctx, claims);
  return rows.map(({ id, booking_id: bookingId, position }, i) => ({
    bookingId,
    position,
    token: tokens[i] as string,
    enteredAt: entered.get(id) ?? null,
  }));
}

/** The stored tickets of bookings, without QR tokens. For the owner's data export; checks no access. */
export async function storedTickets(ctx: Pick<Context, "db" | "ask">, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return [];
  const [rows, entered] = await Promise.all([ticketRowsOf(ctx.db, bookingIds), ctx.ask.enteredAt(ctx.db, bookingIds)]);
  return rows.map(({ id, ...row }) => ({ ...row, entered_at: entered.get(id) ?? null }));
}
