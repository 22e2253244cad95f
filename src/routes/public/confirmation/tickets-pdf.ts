import { ticketsPdf } from "#src/modules/tickets/queries.server.ts";
import { bookingFile } from "#src/routes/public/confirmation/shared/booking-file.ts";
import type { Route } from "./+types/tickets-pdf";

/** The valid tickets for printing, one page a guest. They open the door, so they need the access of the booking's page. */
export const loader = (asked: Route.LoaderArgs) =>
  bookingFile(asked, (ctx) => ticketsPdf(ctx, asked.params.bookingId, ctx.locale), true);
