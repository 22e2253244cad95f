import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import type { TicketLinks } from "#src/modules/evening/tickets/components/ticket-document.tsx";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { ticketPageState } from "#src/modules/evening/tickets/rules/ticket-page.ts";
import { drinksOfTickets } from "#src/modules/evening/vouchers/queries.server.ts";
import { writeTicketPage } from "#src/modules/evening/tickets/write-ticket-page.server.ts";
import { type Context, signedIn } from "#src/platform/context.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { leadOldLink } from "#src/routes/public/confirmation/shared/lead-old-link.ts";
import type { Route } from "./+types/ticket";

/**
 * The tickets as a small document of their own, which the phone stores (docs/decisions/028). Needs access to the booking's
 * page.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const token = new URL(request.url).searchParams.get("token");
  const theme = readCookie(request.headers.get("cookie"), "theme") === "dark" ? "dark" : "light";
  const { html, status, headers } = await writeTicketPage(ctx, await ticketPage(ctx, params.bookingId, token), theme);
  return new Response(html, { status, headers });
}

async function ticketPage(ctx: Context, bookingId: string, token: string | null) {
  const booking = await findBooking(ctx, bookingId, token);
  if (!booking?.private) {
    await leadOldLink(ctx, bookingId, token);
    return null;
  }
  const state = ticketPageState(booking);
  const tickets = state === "tickets" ? await ticketsOf(ctx, booking.id) : [];
  const drinks = state === "tickets" ? await drinksOfTickets(ctx, booking.departure.departure_id, booking.id) : {};
  return {
    state,
    booking,
    drinks,
    tickets: tickets.filter(({ status }) => status === "valid"),
    links: linksOf(ctx, booking.id, booking.departure.departure_id, token),
    over: ctx.now > new Date(booking.departure.ends_at),
  };
}

function linksOf(
  { locale, origin, settings }: Context,
  id: string,
  departureId: string,
  token: string | null,
): TicketLinks {
  const own = (path: string, into: Locale = locale) =>
    localizedPath(`/booking-confirmation/${id}${path}`, into) + (token ? `?token=${encodeURIComponent(token)}` : "");
  return {
    booking: own(""),
    otherLanguage: own("/ticket", locale === "en" ? "es" : "en"),
    calendar: own("/calendar.ics"),
    pdf: own("/tickets.pdf"),
    where: own("/where"),
    invite: origin + localizedPath(`/checkout?departure=${departureId}`, locale),
    apple: settings.wallets.apple && ((ticketId) => own(`/wallet/${ticketId}/ronda.pkpass`)),
    google: settings.wallets.google && ((ticketId) => own(`/wallet/${ticketId}/google`)),
  };
}
