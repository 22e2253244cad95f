import { ok } from "#src/kernel/result.ts";
import type { Sheet } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { salesReport } from "#src/modules/office/reports/queries.server.ts";
import { chartSheet, stepDaysSheet } from "#src/modules/office/reports/rules/chart-rows.ts";
import type { Chart } from "#src/modules/office/reports/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A chart of the dashboard as a sheet, of the period and the city that are wished for. Refusals as of `salesReport`. */
export async function writeChart(ctx: Context, chart: Chart, wish: Parameters<typeof salesReport>[1]) {
  const read = await salesReport(ctx, wish);
  if (!read.ok) return read;
  const say = await i18nFor(ctx.locale);
  const { heads, rows } = chart === "funnel" ? stepDaysSheet(read.report, say) : chartSheet(chart, read.report, say);
  const { from, to } = read.report.period;
  return ok({ sheet: { head: heads, parts: [rows] } satisfies Sheet, name: `${chart}-${from}-${to}.csv` });
}
