import { data } from "react-router";
import { staffStatementFile } from "#src/modules/commission/read-statement-file.server.ts";
import { CSV_TYPE, sentFile } from "#src/platform/stream-file.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/statement-file";

const TYPES = { csv: CSV_TYPE, pdf: "application/pdf" };

/** A partner's statement of a month, as CSV or PDF in the partner's language. */
export async function loader({ context, params: { partnerId, month }, request }: Route.LoaderArgs) {
  const format = new URL(request.url).pathname.endsWith(".csv") ? "csv" : "pdf";
  const read = await staffStatementFile(await staffContext(context), { partnerId, month, format });
  if (!read.ok) throw read.reason === "forbidden" ? refused(read) : data(null, { status: 404 });
  return sentFile(read.body, { name: `ronda-statement-${month}.${format}`, type: TYPES[format] });
}
