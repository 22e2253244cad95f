import { invoiceFile } from "#src/modules/books/invoices/queries.server.ts";
import { bookingFile } from "#src/routes/public/confirmation/shared/booking-file.ts";
import type { Route } from "./+types/invoice-file";

/** A file of a booking's invoice: its XML or its PDF. Needs access to the booking's page. */
export const loader = (args: Route.LoaderArgs) =>
  bookingFile(args, (ctx) =>
    invoiceFile(ctx, args.params.bookingId, new URL(args.request.url).pathname.endsWith(".xml") ? "xml" : "pdf"),
  );
