import { applePassFile } from "#src/modules/evening/tickets/write-passes.server.ts";
import { bookingFile } from "#src/routes/public/confirmation/shared/booking-file.ts";
import type { Route } from "./+types/apple-pass";

/** One guest's ticket for Apple Wallet, where configured. A pass admits its holder, so it needs access to the booking's page. */
export const loader = (args: Route.LoaderArgs) =>
  bookingFile(args, (ctx) => applePassFile(ctx, args.params.bookingId, args.params.ticketId));
