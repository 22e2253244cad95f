import { invoiceFile } from "#src/modules/money/invoices/queries.server.ts";
import { bookingFile } from "#src/routes/public/confirmation/shared/booking-file.ts";
import type { Route } from "./+types/invoice-file";

/** A file of a booking's invoice: its XML or its PDF. Needs access to the booking's page. */
export const loader = (asked: Route.LoaderArgs) =>
  bookingFile(asked, (ctx) =>
    invoiceFile(ctx, asked.params.bookingId, new URL(asked.request.url).pathname.endsWith(".xml") ? "xml" : "pdf"),
  );
