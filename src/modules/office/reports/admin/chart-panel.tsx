import { Download, Table2 } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { numberFormat } from "#src/kernel/formatters.ts";
import { dayOf } from "#src/kernel/local-time.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import type { Cell } from "#src/kernel/sheet.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ReportQuery } from "#src/modules/office/reports/rules/address.ts";
import type { List } from "#src/ui/admin/list/use-list.ts";
import { chartSheet } from "#src/modules/office/reports/rules/chart-rows.ts";
import type { Chart, Report } from "#src/modules/office/reports/schema.ts";
import { IconAdminLink } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type ChartPanelProps = {
  chart: Chart;
  report: Report;
  /** The dashboard at its address, which names the chart that is shown as a table. */
  list: List<ReportQuery>;
  title: string;
  /** What is measured. */
  note?: string;
  empty: boolean;
  children: ReactNode;
};

/** A chart that can also be shown as a table or downloaded. */
export function ChartPanel({ chart, report, list, title, note, empty, children }: ChartPanelProps) {
  const { t } = useText();
  const isTable = list.values.table === chart;
  const actions = (
    <span className="flex">
      <IconAdminLink
        to={list.hrefOf({ table: isTable ? null : chart })}
        preventScrollReset
        discover="none"
        label={t(isTable ? "reports.asChart" : "reports.asTable", { chart: title })}
        className="aria-[current]:bg-agave-tint"
        aria-current={isTable ? "true" : undefined}
      >
        <Table2 aria-hidden size={16} />
      </IconAdminLink>
      <IconAdminLink
        to={list.address.href(`${list.path}/chart.csv`, list.values, { chart })}
        reloadDocument
        discover="none"
        download
        label={t("reports.asFile", { chart: title })}
      >
        <Download aria-hidden size={16} />
      </IconAdminLink>
    </span>
  );
  return (
    <Panel title={title} action={actions} className="h-full">
      {empty ? (
        <p className="py-6 text-center text-text-2">{t("reports.nothingThen")}</p>
      ) : isTable ? (
        <ChartTable chart={chart} report={report} label={title} />
      ) : (
        children
      )}
      {note && <p className="mt-2.5 text-fine text-text-3">{note}</p>}
    </Panel>
  );
}

/** A cell as it is read on a page; a file has its own notation (kernel/csv.ts). */
function shownIn(cell: Cell, locale: Locale): string {
  if (cell === null || typeof cell === "string") return cell ?? "";
  if (typeof cell === "number") return numberFormat(languageTag(locale), {}).format(cell);
  if ("money" in cell) return numberFormat(languageTag(locale), MONEY).format(cell.money / 100);
  return dayOf(("date" in cell ? cell.date : cell.moment).slice(0, 10), locale);
}
const MONEY = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** A chart's figures as a scrollable table. */
function ChartTable({ chart, report, label }: { chart: Chart; report: Report; label: string }) {
  const { t, locale } = useText();
  const { heads, rows } = chartSheet(chart, report, { t, locale });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas must be keyboard accessible
    <div tabIndex={0} role="group" aria-label={label} className="max-h-80 overflow-auto">
      <table aria-label={label} className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th
                key={head}
                scope="col"
                className={`sticky top-0 h-7.5 border-b border-line-2 bg-surface px-2 text-fine font-semibold whitespace-nowrap text-text-3 ${i === 0 ? "text-left" : "text-right"}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row)} className="hover:bg-hover">
              {row.map((cell, i) => (
                <td
                  key={heads[i]}
                  className={`h-8 border-b border-border px-2 whitespace-nowrap ${i === 0 ? "" : "text-right"}`}
                >
                  {shownIn(cell, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
