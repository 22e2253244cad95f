import type { ReactNode } from "react";
import { numberFormat } from "#src/kernel/formatters.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { bookingsOf, whyRevenue } from "#src/modules/office/reports/rules/why-figures.ts";
import { ChartPanel } from "#src/modules/office/reports/admin/chart-panel.tsx";
import type { ReportQuery } from "#src/modules/office/reports/rules/address.ts";
import type { List } from "#src/ui/admin/list/use-list.ts";
import { dayAndMonth, growthText, monthName } from "#src/modules/office/reports/rules/chart-rows.ts";
import { type Bucket, stepOf } from "#src/kernel/period.ts";
import type { Report } from "#src/modules/office/reports/schema.ts";
import { BarChart } from "#src/ui/admin/bar-chart.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Segmented } from "#src/ui/admin/segmented.tsx";

type SalesChartProps = { report: Report; list: List<ReportQuery>; mayReadBookings: boolean };
type Measure = "revenue" | "bookings" | "guests";

const MEASURES = [
  ["revenue", "agave", "bg-agave"],
  ["bookings", "jaca", "bg-jaca"],
  ["guests", "terra", "bg-terra"],
] as const;

/** Revenue in one currency, bookings and guests over time, each on its own axis, with the previous period as a dashed line. */
export function SalesChart({ report, list, mayReadBookings }: SalesChartProps) {
  const { t, locale } = useText();
  const { bars, currency, currencies, totals } = report;
  const note = t(`reports.revenueIs.${report.basis}`);
  const nameOf = (measure: Measure) =>
    measure === "revenue" ? t("reports.revenueIn", { currency: currency ?? "" }) : t(`reports.${measure}`);
  return (
    <ChartPanel
      chart="sales"
      report={report}
      list={list}
      title={t("reports.sales")}
      note={note}
      empty={currency === null && totals.before.bookings === 0}
    >
      <div className="mb-3 flex flex-wrap items-end gap-x-6 gap-y-2">
        {MEASURES.map(([measure, , look]) => (
          <Figure
            key={measure}
            name={nameOf(measure)}
            look={look}
            value={flash(totals.now[measure], measure)}
            growth={growthText(totals.now[measure], totals.before[measure])}
            why={
              measure === "revenue" && currency !== null ? (
                <WhyAmount
                  name={nameOf(measure)}
                  why={whyRevenue({ amount: totals.now.revenue, currency }, report.basis)}
                  list={mayReadBookings ? { path: bookingsOf(report), name: t("why-admin.report.list") } : undefined}
                />
              ) : null
            }
          />
        ))}
        {currencies.length > 1 && (
          <span className="ml-auto">
            <Segmented
              label={t("reports.currency")}
              options={currencies.map(({ currency: one }) => ({
                label: one,
                href: list.hrefOf({ currency: one }),
                current: one === currency,
              }))}
            />
          </span>
        )}
      </div>
      <div className="grid gap-3.5">
        {MEASURES.map(([measure, tone]) => (
          <BarChart
            key={measure}
            tone={tone}
            tall={measure === "revenue"}
            label={t("reports.chartLabel", {
              measure: nameOf(measure),
              from: dayAndMonth(report.period.from, locale),
              to: dayAndMonth(report.period.to, locale),
              total: flash(totals.now[measure], measure),
            })}
            bars={bars.map((bar) => ({
              label: t("reports.barLabel", {
                when: whenOf(bar, locale),
                value: flash(bar[measure], measure),
                before: flash(bar.before[measure], measure),
              }),
              value: bar[measure],
              before: bar.before[measure],
              open: bar.partial || bar.to >= report.today,
            }))}
            say={(value) => axisText(measure === "revenue" ? value / 100 : value, locale)}
            marks={measure === "guests" ? marksOf(report, locale) : []}
          />
        ))}
      </div>
    </ChartPanel>
  );

  function flash(value: number, measure: Measure): string {
    if (measure === "revenue" && currency) return formatMoney({ amount: value, currency }, locale);
    return numberFormat(languageTag(locale), {}).format(value);
  }
}

type FigureProps = { name: string; look: string; value: string; growth: string | null; why: ReactNode };

function Figure({ name, look, value, growth, why }: FigureProps) {
  return (
    <div>
      <div className="flex items-center gap-1.5 text-text-3">
        <span aria-hidden className={classNames("size-2.5 rounded-[2px]", look)} />
        {name}
        {why}
      </div>
      <div className="flex items-baseline gap-1.5">
        <span className="heading text-xl">{value}</span>
        {growth && (
          <span className={classNames("font-semibold", growth.startsWith("−") ? "text-terra" : "text-agave-text")}>
            {growth}
          </span>
        )}
      </div>
    </div>
  );
}

const axisText = (value: number, locale: Locale): string =>
  numberFormat(languageTag(locale), { notation: "compact", maximumFractionDigits: 1 }).format(value);

const whenOf = ({ from, to }: Bucket, locale: Locale): string =>
  from === to ? dayAndMonth(from, locale) : `${dayAndMonth(from, locale)} – ${dayAndMonth(to, locale)}`;

/** About five labels below the bars. */
function marksOf({ bars, period }: Report, locale: Locale): { at: number; text: string }[] {
  const every = Math.max(1, Math.ceil(bars.length / 5));
  const name = stepOf(period) === "month" ? monthName : dayAndMonth;
  return bars.flatMap(({ from }, at) =>
    at % every === Math.floor(every / 2) ? [{ at, text: name(from, locale) }] : [],
  );
}
