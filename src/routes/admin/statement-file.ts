import { data } from "react-router";
import { staffStatementFile } from "#src/modules/partners/commission/read-statement-file.server.ts";
import { sentFile } from "#src/platform/stream-file.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/statement-file";

/** A partner's statement of a month, as CSV or PDF in the partner's language. */
export async function loader({ context, params: { partnerId, month }, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const format = new URL(request.url).pathname.endsWith(".csv") ? "csv" : "pdf";
  const read = await staffStatementFile(ctx, { partnerId, month, format });
  if (!read.ok) throw read.reason === "forbidden" ? refused(read) : data(null, { status: 404 });
  const name = `statement-${month}.${format}`;
  if ("sheet" in read) return sentSheet(ctx, read.sheet, name);
  return sentFile(new Uint8Array(read.content), { name, type: "application/pdf" });
}
