import type { ReactNode } from "react";
import { PERIODS, type Period } from "#src/kernel/period.ts";
import { useText } from "#src/locales/use-text.ts";
import { useMe } from "#src/modules/base/identity/admin/use-me.ts";
import { inPeriod, type ReportQuery } from "#src/modules/office/reports/rules/address.ts";
import { dayAndMonth } from "#src/modules/office/reports/rules/chart-rows.ts";
import { BASES, type City } from "#src/modules/office/reports/schema.ts";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FilterChip, FilterChoice, FilterForm } from "#src/ui/admin/filter-bar.tsx";
import { Segmented } from "#src/ui/admin/segmented.tsx";
import { CalendarDays, MapPin } from "#src/ui/lucide/icons.ts";

type Filtered = Pick<ReportQuery, "period" | "from" | "to" | "city" | "by">;

type ReportFiltersProps = {
  query: Filtered;
  /** What is shown: as asked for, or the usual days. */
  period: Period;
  cities: readonly Pick<City, "id" | "name">[];
  hrefOf: (change: Partial<Filtered>) => string;
  /** The rest of the address, which days of one's own keep. */
  hiddenFields: readonly (readonly [name: string, value: string])[];
  /** What a report filters by beside these. */
  children: ReactNode;
};

/** What the reports are filtered by: days, city, and whether sales or nights count. */
export function ReportFilters({ query, period, cities, hrefOf, hiddenFields, children }: ReportFiltersProps) {
  const { t, locale } = useText();
  const isLimited = useMe().cities !== null;
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
        <FilterForm hiddenFields={hiddenFields} applyLabel={t("reports.showDays")}>
          <AdminField id="report-from" label={t("reports.from")}>
            {(control) => <AdminInput {...control} type="date" name="from" required defaultValue={period.from} />}
          </AdminField>
          <AdminField id="report-to" label={t("reports.to")}>
            {(control) => <AdminInput {...control} type="date" name="to" required defaultValue={period.to} />}
          </AdminField>
        </FilterForm>
      </FilterChip>
      <FilterChip
        label={query.city === null ? t(isLimited ? "reports.yourCities" : "reports.allCities") : t("reports.city")}
        value={cities.find(({ id }) => id === query.city)?.name ?? null}
        clearHref={hrefOf({ city: null })}
        clearLabel={t("reports.clearCity")}
        icon={<MapPin aria-hidden size={15} />}
      >
        {cities.map(({ id, name }) => (
          <FilterChoice key={id} href={hrefOf({ city: id })} current={id === query.city}>
            {name}
          </FilterChoice>
        ))}
      </FilterChip>
      {children}
      <Segmented
        label={t("reports.basis")}
        options={BASES.map((one) => ({
          label: t(`reports.basis.${one}`),
          href: hrefOf({ by: one }),
          current: one === query.by,
        }))}
      />
    </>
  );
}
