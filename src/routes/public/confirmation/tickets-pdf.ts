import { ticketsPdf } from "#src/modules/evening/tickets/queries.server.ts";
import { bookingFile } from "#src/routes/public/confirmation/shared/booking-file.ts";
import type { Route } from "./+types/tickets-pdf";

/** The valid tickets for printing, one page per guest. They admit their holders, so they need access to the booking's page. */
export const loader = (args: Route.LoaderArgs) =>
  bookingFile(args, (ctx) => ticketsPdf(ctx, args.params.bookingId, ctx.locale), true);
