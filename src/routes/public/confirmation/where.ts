import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { writeWherePage } from "#src/modules/evening/stops/write-where-page.server.ts";
import { ticketPageState } from "#src/modules/evening/tickets/rules/ticket-page.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { leadOldLink } from "#src/routes/public/confirmation/shared/lead-old-link.ts";
import type { Route } from "./+types/where";

/** Where the group is, as a small document that the phone stores. Needs access to the booking's page, and tickets that count. */
export async function loader({ context, params: { bookingId: id }, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const token = new URL(request.url).searchParams.get("token");
  const booking = await findBooking(ctx, id, token);
  if (!booking?.private) await leadOldLink(ctx, id, token);
  const isOpen = booking?.private && ticketPageState(booking) === "tickets";
  const own = (path: string, locale: Locale = ctx.locale) =>
    localizedPath(`/booking-confirmation/${id}${path}`, locale) + (token ? `?token=${encodeURIComponent(token)}` : "");
  const { html, status, headers } = await writeWherePage(ctx, {
    departureId: isOpen ? booking.departure.departure_id : null,
    links: { tickets: own("/ticket"), otherLanguage: own("/where", ctx.locale === "en" ? "es" : "en") },
    theme: readCookie(request.headers.get("cookie"), "theme") === "dark" ? "dark" : "light",
  });
  return new Response(html, { status, headers });
}
