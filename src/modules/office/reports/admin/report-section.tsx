import { Handshake } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { BarsCharts, WeeksChart } from "#src/modules/office/reports/admin/other-charts.tsx";
import { ReportFilters } from "#src/modules/office/reports/admin/report-filters.tsx";
import { SalesChart } from "#src/modules/office/reports/admin/sales-chart.tsx";
import { bookingsOf } from "#src/modules/office/reports/rules/why-figures.ts";
import type { ReportQuery } from "#src/modules/office/reports/rules/address.ts";
import { dayAndMonth } from "#src/modules/office/reports/rules/chart-rows.ts";
import { type City, MOST_PARTNERS, type Report } from "#src/modules/office/reports/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { FilterChip, FilterChoice } from "#src/ui/admin/filter-bar.tsx";
import type { List } from "#src/ui/admin/list/use-list.ts";

type ReportSectionProps = {
  report: Report;
  cities: readonly City[];
  list: List<ReportQuery>;
  /** whether the viewer may open the list of bookings */
  mayReadBookings: boolean;
};

/** The sales report: revenue, occupancy and their breakdown over a period. */
export function ReportSection(props: ReportSectionProps) {
  const { t } = useText();
  // seats are everybody's
  const isOfOne = props.report.partner !== null;
  return (
    <section aria-labelledby="going" className="mt-4">
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <h2 id="going" className="mr-1 text-base">
          {t("reports.going")}
        </h2>
        <Filters {...props} />
      </div>
      <div className="grid gap-4 lg:grid-cols-6">
        <div className={`min-w-0 ${isOfOne ? "lg:col-span-6" : "lg:col-span-4"}`}>
          <SalesChart {...props} />
        </div>
        {!isOfOne && (
          <div className="min-w-0 lg:col-span-2">
            <WeeksChart {...props} />
          </div>
        )}
        <div className="grid min-w-0 gap-4 md:grid-cols-2 lg:col-span-6 xl:grid-cols-3">
          <BarsCharts {...props} />
        </div>
      </div>
    </section>
  );
}

function Filters({ report, cities, list, mayReadBookings }: ReportSectionProps) {
  const { t, locale } = useText();
  const { period, partner } = report;
  const { hrefOf } = list;
  return (
    <>
      <ReportFilters
        query={{ ...list.values, city: report.city, by: report.basis }}
        period={period}
        cities={cities}
        hrefOf={hrefOf}
        hiddenFields={list.address.fields(list.values, ["from", "to", "period"])}
      >
        {(partner || report.partners.length > 0) && (
          <FilterChip
            label={t("reports.partner")}
            value={partner?.name ?? null}
            clearHref={hrefOf({ partner: null })}
            clearLabel={t("reports.clearPartner")}
            icon={<Handshake aria-hidden size={15} />}
          >
            {report.partners.slice(0, MOST_PARTNERS).map(({ id, name }) => (
              <FilterChoice key={id} href={hrefOf({ partner: id })} current={id === partner?.id}>
                {name}
              </FilterChoice>
            ))}
          </FilterChip>
        )}
        {partner && mayReadBookings && (
          <Link to={localizedPath(bookingsOf(report), locale)} className={ADMIN_LINK}>
            {t("reports.theirBookings")}
          </Link>
        )}
      </ReportFilters>
      <span className="text-text-3 md:ml-auto">
        {t("reports.dashed", {
          from: dayAndMonth(period.before.from, locale),
          to: dayAndMonth(period.before.to, locale),
        })}
      </span>
    </>
  );
}
