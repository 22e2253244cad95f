import { data } from "react-router";
import { statementPdf } from "#src/modules/commission/draw-statement.server.ts";
import { isMonth } from "#src/modules/commission/rules/statement.ts";
import { statementCsv } from "#src/modules/commission/write-csv.server.ts";
import { CSV_TYPE, sentFile } from "#src/platform/stream-file.server.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/statement-file";

/** A partner's statement of a month, as CSV in the page's language or PDF in the partner's. */
export async function loader({ context, params: { partnerId, month }, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  if (!isMonth(month)) throw data(null, { status: 404 });
  const name = `ronda-statement-${month}`;
  if (new URL(request.url).pathname.endsWith(".csv")) {
    const file = await statementCsv(ctx, partnerId, month, ctx.locale);
    if (!file.ok) throw data(null, { status: 404 });
    return sentFile(file.text, { name: `${name}.csv`, type: CSV_TYPE });
  }
  const file = await statementPdf(ctx, partnerId, month);
  if (!file.ok) throw data(null, { status: 404 });
  return sentFile(new Uint8Array(file.content), { name: `${name}.pdf`, type: "application/pdf" });
}
