import { CalendarX, History, TriangleAlert } from "#src/ui/lucide/icons.ts";
import { dayAndYear, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { monthTitle, weekdayNames } from "#src/modules/sales/schedule/components/calendar-look.ts";
import { monthOf, weeksOf } from "#src/modules/sales/schedule/rules/calendar.ts";
import type { PlannedDate, PlannedState } from "#src/modules/sales/schedule/rules/series.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";

export type SeriesPlan = { plan: PlannedDate[]; counts: Record<PlannedState, number>; cut: boolean };

type PreviewProps = {
  planned: SeriesPlan;
  /** Excludes a date, or includes it again. */
  onSkip: (date: string) => void;
};

/** Every date of a series before creation: new, existing or excluded. Clicking a date excludes it. */
export function SeriesPreview({ planned: { plan, counts, cut }, onSkip }: PreviewProps) {
  const { t } = useText();
  const dates = new Map(plan.map((one) => [one.date, one]));
  const months = [...new Set(plan.map(({ date }) => monthOf(date)))];
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="mr-auto text-sub font-semibold" aria-live="polite">
          {t("schedule-admin.plan.title", { count: counts.new })}
        </h2>
        <Badge tone="done">{t("schedule-admin.plan.new", { count: counts.new })}</Badge>
        {counts.clash > 0 && <Badge tone="failed">{t("schedule-admin.plan.clash", { count: counts.clash })}</Badge>}
        {counts.skipped > 0 && <Badge tone="none">{t("schedule-admin.plan.skipped", { count: counts.skipped })}</Badge>}
        {counts.past > 0 && <Badge tone="none">{t("schedule-admin.plan.past", { count: counts.past })}</Badge>}
      </div>
      {cut && (
        <div className="mb-2">
          <AdminNotice icon={<TriangleAlert aria-hidden size={16} />}>{t("schedule-admin.plan.cut")}</AdminNotice>
        </div>
      )}
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {months.map((month) => (
          <PlanMonth key={month} month={month} dates={dates} onSkip={onSkip} />
        ))}
      </div>
      <Clashes plan={plan} />
    </div>
  );
}

const LOOKS: Record<PlannedState, string> = {
  new: "bg-agave font-semibold text-surface",
  clash: "border border-low bg-low-tint font-semibold text-low-text",
  past: "text-text-3 line-through",
  skipped: "border border-line-2 bg-surface text-text-2 line-through",
  impossible: "border border-low text-low-text line-through",
};

type PlanMonthProps = { month: string; dates: ReadonlyMap<string, PlannedDate>; onSkip: (date: string) => void };

function PlanMonth({ month, dates, onSkip }: PlanMonthProps) {
  const { t, locale } = useText();
  const title = monthTitle(month, locale);
  const names = weekdayNames(locale);
  return (
    <table aria-label={title} className="w-full table-fixed border-separate border-spacing-0.5 text-center">
      <caption className="mb-1 text-left font-semibold">{title}</caption>
      <thead>
        <tr>
          {names.map(({ short, long }) => (
            <th key={long} scope="col" abbr={long} className="text-fine font-medium text-text-3">
              {short.slice(0, 1)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, index) => (
          <tr key={week.find(Boolean) ?? index}>
            {week.map((date, day) => {
              const planned = date ? dates.get(date) : undefined;
              if (!date || !planned)
                return (
                  <td key={date ?? day} className="h-6.5 text-text-3">
                    {date && Number(date.slice(8))}
                  </td>
                );
              const label = `${dayAndYear(date, locale)}, ${t(`schedule-admin.plan.state.${planned.state}`)}`;
              const look = classNames("grid h-6.5 w-full place-items-center rounded-md", LOOKS[planned.state]);
              const mayTurn = planned.state === "new" || planned.state === "skipped";
              return (
                <td key={date}>
                  {mayTurn ? (
                    <button
                      type="button"
                      aria-pressed={planned.state === "new"}
                      aria-label={label}
                      onClick={() => onSkip(date)}
                      className={classNames(look, "max-md:h-10")}
                    >
                      {Number(date.slice(8))}
                    </button>
                  ) : (
                    <span className={classNames(look, "max-md:h-10")} title={label}>
                      <span className="sr-only">{label}</span>
                      <span aria-hidden>{Number(date.slice(8))}</span>
                    </span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Dates on which the crawl already has a departure, which stays unchanged. */
function Clashes({ plan }: { plan: readonly PlannedDate[] }) {
  const { t, locale } = useText();
  const clashes = plan.filter(({ state }) => state === "clash");
  const past = plan.filter(({ state }) => state === "past");
  if (clashes.length === 0 && past.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="mb-1 text-fine font-semibold text-text-3">{t("schedule-admin.plan.leftOut")}</h3>
      <ul>
        {clashes.map(({ date, clash }) => (
          <li key={date} className="flex gap-2.5 border-t border-border py-1.5">
            <CalendarX aria-hidden size={16} className="mt-0.5 shrink-0 text-low-text" />
            <div>
              <p>
                <strong className="font-semibold">{shortDate(date, locale)}</strong> {t("schedule-admin.error.clash")}
              </p>
              {clash && (
                <p className="text-fine text-text-3">
                  {t("schedule-admin.plan.there", {
                    time: clash.start_time,
                    taken: clash.taken,
                    total: clash.total_spots,
                  })}
                </p>
              )}
            </div>
          </li>
        ))}
        {past.length > 0 && (
          <li className="flex gap-2.5 border-t border-border py-1.5">
            <History aria-hidden size={16} className="mt-0.5 shrink-0 text-text-3" />
            {t("schedule-admin.plan.pastDates", { count: past.length })}
          </li>
        )}
      </ul>
    </section>
  );
}
