import { data } from "react-router";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { settlementPdf } from "#src/modules/evening/vouchers/write-settlement.server.ts";
import { monthOf } from "#src/modules/evening/vouchers/rules/settlement.ts";
import { settlementSheet } from "#src/modules/evening/vouchers/write-csv.server.ts";
import { sentFile } from "#src/platform/stream-file.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/bar-settlement";

/** What a bar redeemed in a month, as CSV or PDF. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { pathname, searchParams } = new URL(request.url);
  const month = monthOf(searchParams.get("month"), dateIn(ctx.now, HOME_ZONE));
  const name = `bar-${month}`;
  if (pathname.endsWith(".csv")) {
    const file = await settlementSheet(ctx, id, month);
    if (!file.ok) throw file.reason === "forbidden" ? refused(file) : data(null, { status: 404 });
    return sentSheet(ctx, file.sheet, `${name}.csv`);
  }
  const file = await settlementPdf(ctx, id, month);
  if (!file.ok) throw file.reason === "forbidden" ? refused(file) : data(null, { status: 404 });
  return sentFile(new Uint8Array(file.content), { name: `${name}.pdf`, type: "application/pdf" });
}
