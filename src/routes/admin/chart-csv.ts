import { data } from "react-router";
import { sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { salesReport } from "#src/modules/office/reports/queries.server.ts";
import { chartOf } from "#src/modules/office/reports/rules/address.ts";
import { chartSheet, stepDaysSheet } from "#src/modules/office/reports/rules/chart-rows.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/chart-csv";

/** A dashboard chart as a file, for the same period and city: `?chart=weeks&period=90d`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const { searchParams } = new URL(request.url);
  const chart = chartOf(searchParams.get("chart"));
  if (!chart) throw data(null, { status: 400 });
  const seen = await salesReport(ctx, Object.fromEntries(searchParams));
  if (!seen.ok) throw refused(seen);
  const say = await i18nFor(ctx.locale);
  const { heads, rows } = chart === "funnel" ? stepDaysSheet(seen.report, say) : chartSheet(chart, seen.report, say);
  const { from, to } = seen.report.period;
  return sentSheet(ctx, sheetOf(heads, rows), `${chart}-${from}-${to}.csv`);
}
