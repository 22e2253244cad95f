import { listReceipts } from "#src/modules/books/invoices/list-receipts.server.ts";
import { receiptFilterOf } from "#src/modules/books/invoices/rules/receipt-list.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import InvoiceReceipts from "#src/modules/books/invoices/admin/invoice-receipts-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/invoice-receipts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const filter = receiptFilterOf(new URL(request.url).searchParams, ctx.now);
  const list = await listReceipts(ctx, filter);
  if (!list.ok) throw refused(list);
  return { filter, list };
}

export default InvoiceReceipts;
