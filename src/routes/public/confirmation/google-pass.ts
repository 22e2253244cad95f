import { canOpenBooking } from "#src/modules/sales/booking/queries.server.ts";
import { googleSaveLink } from "#src/modules/evening/tickets/write-passes.server.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { leadOldLink } from "#src/routes/public/confirmation/shared/lead-old-link.ts";
import type { Route } from "./+types/google-pass";

/** Redirects to Google Wallet with one guest's ticket, where configured. Needs access to the booking's page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const token = new URL(request.url).searchParams.get("token");
  const isOpen = await canOpenBooking(ctx, params.bookingId, token);
  if (!isOpen) await leadOldLink(ctx, params.bookingId, token);
  const link = isOpen ? await googleSaveLink(ctx, params.bookingId, params.ticketId) : null;
  if (!link) throw new Response(null, { status: 404 });
  return new Response(null, {
    status: 303,
    headers: { location: link, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
