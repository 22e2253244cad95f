import { receiptsPdf } from "#src/modules/books/receipts/queries.server.ts";
import { bookingFile } from "#src/routes/public/confirmation/shared/booking-file.ts";
import type { Route } from "./+types/receipt-pdf";

/** The receipts of a booking as a PDF, one page each. Needs access to the booking's page. */
export const loader = (args: Route.LoaderArgs) =>
  bookingFile(args, (ctx) => receiptsPdf(ctx, args.params.bookingId, ctx.locale), true);
