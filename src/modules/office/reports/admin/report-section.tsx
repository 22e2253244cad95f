import { CalendarDays, Handshake, MapPin } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { useMe } from "#src/modules/base/identity/admin/use-me.ts";
import { BarsCharts, WeeksChart } from "#src/modules/office/reports/admin/other-charts.tsx";
import { SalesChart } from "#src/modules/office/reports/admin/sales-chart.tsx";
import { bookingsOf } from "#src/modules/office/reports/rules/why-figures.ts";
import { inPeriod, type ReportQuery } from "#src/modules/office/reports/rules/address.ts";
import { dayAndMonth } from "#src/modules/office/reports/rules/chart-rows.ts";
import { PERIODS } from "#src/kernel/period.ts";
import { BASES, type City, MOST_PARTNERS, type Report } from "#src/modules/office/reports/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FilterChip, FilterChoice, FilterForm } from "#src/ui/admin/filter-bar.tsx";
import type { List } from "#src/ui/admin/list/use-list.ts";
import { Segmented } from "#src/ui/admin/segmented.tsx";

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
  const isLimited = useMe().cities !== null;
  const { period, city, basis, partner } = report;
  const listed = bookingsOf(report);
  const { hrefOf } = list;
  const days = `${dayAndMonth(period.from, locale)} – ${dayAndMonth(period.to, locale)}`;
  return (
    <>
      <Segmented
        label={t("reports.period")}
        options={PERIODS.map((name) => ({
          label: t(`reports.period.${name}`),
          href: hrefOf(inPeriod(name)),
          current: period.name === name,
        }))}
      />
      <FilterChip
        label={period.name === "custom" ? t("reports.days") : days}
        value={period.name === "custom" ? days : null}
        clearHref={hrefOf(inPeriod("30d"))}
        clearLabel={t("reports.clearDays")}
        icon={<CalendarDays aria-hidden size={15} />}
      >
        <FilterForm
          hiddenFields={list.address.fields(list.values, ["from", "to", "period"])}
          applyLabel={t("reports.showDays")}
        >
          <AdminField id="report-from" label={t("reports.from")}>
            {(control) => <AdminInput {...control} type="date" name="from" required defaultValue={period.from} />}
          </AdminField>
          <AdminField id="report-to" label={t("reports.to")}>
            {(control) => <AdminInput {...control} type="date" name="to" required defaultValue={period.to} />}
          </AdminField>
        </FilterForm>
      </FilterChip>
      <FilterChip
        label={city === null ? t(isLimited ? "reports.yourCities" : "reports.allCities") : t("reports.city")}
        value={cities.find(({ id }) => id === city)?.name ?? null}
        clearHref={hrefOf({ city: null })}
        clearLabel={t("reports.clearCity")}
        icon={<MapPin aria-hidden size={15} />}
      >
        {cities.map(({ id, name }) => (
          <FilterChoice key={id} href={hrefOf({ city: id })} current={id === city}>
            {name}
          </FilterChoice>
        ))}
      </FilterChip>
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
        <Link to={localizedPath(listed, locale)} className={ADMIN_LINK}>
          {t("reports.theirBookings")}
        </Link>
      )}
      <Segmented
        label={t("reports.basis")}
        options={BASES.map((one) => ({
          label: t(`reports.basis.${one}`),
          href: hrefOf({ by: one }),
          current: one === basis,
        }))}
      />
      <span className="text-text-3 md:ml-auto">
        {t("reports.dashed", {
          from: dayAndMonth(period.before.from, locale),
          to: dayAndMonth(period.before.to, locale),
        })}
      </span>
    </>
  );
}
