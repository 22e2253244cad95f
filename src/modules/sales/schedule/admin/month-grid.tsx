import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { dayAndYear, longDate, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { monthTitle, weekdayNames } from "#src/modules/sales/schedule/components/calendar-look.ts";
import { DepartureLine } from "#src/modules/sales/schedule/admin/departure-line.tsx";
import { monthOf } from "#src/modules/sales/schedule/rules/calendar.ts";
import { dayByKey, type AdminQuery, gridOf, hrefOf } from "#src/modules/sales/schedule/rules/admin.ts";
import type { AdminCrawl, AdminDeparture } from "#src/modules/sales/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

type MonthGridProps = {
  query: AdminQuery;
  days: ReadonlyMap<string, AdminDeparture[]>;
  crawls: readonly AdminCrawl[];
  today: string;
};

/** Departures shown per day; the rest are in the day panel. */
const LINES = 4;

/** The month with each day's departures. Roving focus: arrows move by day, PageUp and PageDown by month, Enter opens the day. */
export function MonthGrid({ query, days, crawls, today }: MonthGridProps) {
  const { locale } = useText();
  const { table, onKey } = useDayKeys(query);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the links inside it
    <table
      ref={table}
      onKeyDown={onKey}
      aria-label={monthTitle(monthOf(query.date), locale)}
      className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-panel border border-border bg-surface max-md:hidden"
    >
      <thead>
        <tr>
          {weekdayNames(locale).map(({ short, long }) => (
            <th
              key={long}
              scope="col"
              abbr={long}
              className="h-7 border-b border-line-2 px-2 text-left text-fine font-semibold text-text-3 lowercase"
            >
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {gridOf(query.date).map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <Day key={date} date={date} departures={days.get(date) ?? []} {...{ query, crawls, today }} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({
  date,
  departures,
  query,
  crawls,
  today,
}: Omit<MonthGridProps, "days"> & { date: string; departures: AdminDeparture[] }) {
  const { t, locale } = useText();
  const [isToday, isPast, isOpen] = [date === today, date < today, date === query.day];
  const isElsewhere = monthOf(date) !== monthOf(query.date);
  const more = departures.length - LINES;
  return (
    <td
      className={classNames(
        "h-30 border-r border-b border-border px-2 pt-1 pb-1 align-top last:border-r-0 in-[tr:last-child]:border-b-0",
        isPast && "bg-surface-2 text-text-2",
        isToday && "shadow-[inset_0_0_0_2px_var(--c-brand)]",
        isOpen && "shadow-[inset_0_0_0_2px_var(--c-agave)]",
      )}
    >
      <div className="mb-0.5 flex items-center gap-1.5">
        <Link
          to={hrefOf(query, { day: date })}
          preventScrollReset
          data-date={date}
          tabIndex={date === query.date ? 0 : -1}
          aria-current={isToday ? "date" : undefined}
          aria-label={t("schedule-admin.day", { date: longDate(date, locale), count: departures.length })}
          title={dayAndYear(date, locale)}
          className={classNames(
            "inline-grid h-5 min-w-5 place-items-center rounded-full text-fine font-semibold no-underline",
            isToday
              ? "bg-brand px-1.5 text-on-brand"
              : isElsewhere
                ? "text-text-3 hover:underline"
                : "text-text hover:underline",
          )}
        >
          {date.endsWith("-01") ? shortDate(date, locale).replace(/^.*?, /, "") : Number(date.slice(8))}
        </Link>
        {isToday && <span className="text-fine font-semibold text-brand-text">{t("schedule-admin.tonight")}</span>}
      </div>
      {departures.slice(0, LINES).map((departure) => (
        <DepartureLine key={departure.id} departure={departure} crawls={crawls} />
      ))}
      {more > 0 && (
        <Link
          to={hrefOf(query, { day: date })}
          preventScrollReset
          tabIndex={-1}
          className="block pl-2.5 text-fine font-medium text-agave-text no-underline hover:underline"
        >
          {t("schedule-admin.more", { count: more })}
        </Link>
      )}
    </td>
  );
}

function focusDay(table: HTMLElement | null, date: string): boolean {
  const day = table?.querySelector<HTMLElement>(`[data-date="${date}"]`);
  for (const one of table?.querySelectorAll<HTMLElement>("[data-date]") ?? []) one.tabIndex = one === day ? 0 : -1;
  day?.focus();
  return Boolean(day);
}

/** Moves focus immediately within the month, and by navigation to another month. */
function useDayKeys(query: AdminQuery) {
  const table = useRef<HTMLTableElement>(null);
  const focusDate = useRef<string | null>(null);
  const navigate = useNavigate();
  // focus the day once its month has loaded
  useEffect(() => {
    if (focusDate.current === query.date && focusDay(table.current, query.date)) focusDate.current = null;
  }, [query.date]);
  const onKey = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset["date"] : undefined;
    if (!from || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = dayByKey(event.key, from);
    if (!to) return;
    event.preventDefault();
    if (monthOf(to) === monthOf(query.date) && focusDay(table.current, to)) return;
    focusDate.current = to;
    void navigate(hrefOf(query, { date: to, day: null }), { preventScrollReset: true, replace: true });
  };
  return { table, onKey };
}
