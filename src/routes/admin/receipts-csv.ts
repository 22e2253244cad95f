import { i18nFor } from "#src/locales/i18n.ts";
import { writeReceipts } from "#src/modules/money/invoices/list-receipts.server.ts";
import { receiptFilterOf } from "#src/modules/money/invoices/rules/receipt-list.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/receipts-csv";

/** The receipts of a day or a month with their tax, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const { t } = await i18nFor(ctx.locale);
  const filter = receiptFilterOf(new URL(request.url).searchParams, ctx.now);
  const written = writeReceipts(ctx, filter, t);
  if (!written.ok) throw refused(written);
  return sentSheet(ctx, written.sheet, `receipts-${filter.of}-${filter.period}.csv`);
}
