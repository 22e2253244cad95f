import { data } from "react-router";
import { openInvoiceFile } from "#src/modules/money/invoices/queries.server.ts";
import { sentFile } from "#src/platform/stream-file.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/invoice-file";

/** A file of an issued invoice: its XML or its PDF. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const opened = await openInvoiceFile(
    ctx,
    params.bookingId,
    new URL(request.url).pathname.endsWith(".xml") ? "xml" : "pdf",
  );
  if (!opened.ok)
    throw opened.reason === "forbidden" ? refused({ missing: "payments.read" }) : data(null, { status: 404 });
  const { filename: name, contentType: type, content } = opened.file;
  return sentFile(new Uint8Array(content), { name, type });
}
