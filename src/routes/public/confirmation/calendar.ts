import { calendarFile } from "#src/modules/evening/tickets/queries.server.ts";
import { bookingFile } from "#src/routes/public/confirmation/shared/booking-file.ts";
import type { Route } from "./+types/calendar";

/** The departure for the guest's calendar. It contains the link to the booking, so it needs the same access. */
export const loader = (args: Route.LoaderArgs) =>
  bookingFile(args, (ctx) => calendarFile(ctx, args.params.bookingId, ctx.locale));
