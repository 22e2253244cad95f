import { data } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { guestsInvoice, invoiceOf, whyInvoiceRefused } from "#src/modules/books/invoices/queries.server.ts";
import { receiptsOf } from "#src/modules/books/receipts/queries.server.ts";
import { sayReceipt } from "#src/modules/books/receipts/rules/why-receipt.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { leadOldLink } from "#src/routes/public/confirmation/shared/lead-old-link.ts";
import { later } from "#src/ui/later.tsx";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/receipt";

export const headers = () => PRIVATE;

/** The receipts of a booking, in the page's language. Needs access to the booking's page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const token = new URL(request.url).searchParams.get("token");
  const booking = await findBooking(ctx, params.bookingId, token);
  if (!booking?.private) await leadOldLink(ctx, params.bookingId, token);
  // a booking the visitor may not open gets the same response as a missing one
  if (!booking?.private) return data({ found: false as const }, { status: 404, headers: PRIVATE });
  const here = localizedPath(`/booking-confirmation/${booking.id}`, ctx.locale);
  const query = token ? `?token=${encodeURIComponent(token)}` : "";
  const receipts = await receiptsOf(ctx, booking.id);
  const i18n = await textsFor(ctx, ctx.locale);
  const requested = await invoiceOf(ctx, booking.id);
  const found = {
    found: true as const,
    receipts: receipts.map((receipt) => ({ ...receipt, why: sayReceipt(i18n, receipt) })),
    bookingPath: here + query,
    pdfPath: `${here}/receipt.pdf${query}`,
    invoice: requested && guestsInvoice(requested, booking.departure.time_zone),
    filePaths: { xml: `${here}/cfdi.xml${query}`, pdf: `${here}/cfdi.pdf${query}` },
    mayAsk: (await whyInvoiceRefused(ctx, booking.id)).refused === null,
    invoicePath: `${here}/manage${query}${query ? "&" : "?"}do=invoice`,
  };
  return data(found, { headers: PRIVATE });
}

export default later(
  "page-receipt",
  async () => (await import("#src/modules/books/invoices/components/receipt-page.tsx")).default,
  "touched",
);
