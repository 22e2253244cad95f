import { ChevronLeft, ChevronRight } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { type CalendarDay, type Month, monthAfter, weeksOf } from "#src/modules/schedule/rules/calendar.ts";
import { DayTile, dayLabel, dayTileClass } from "#src/modules/schedule/components/day-tile.tsx";
import { CALENDAR_LOOK, monthTitle, weekdayNames } from "#src/modules/schedule/components/calendar-look.ts";
import { classNames } from "#src/ui/class-names.ts";

/** What both calendars take: this table, which works before JavaScript, and the one that takes its place. */
export type CalendarProps = {
  /** Local date of the city, YYYY-MM-DD. */
  today: string;
  month: Month;
  /** The months that can be paged to. */
  span: { first: Month; last: Month };
  chosen: string | null;
  dayOf: (date: string) => CalendarDay | null;
  onPick: (date: string) => void;
  onMonth: (month: Month) => void;
};

/** The month as a plain table of links: what the server renders, and all there is without JavaScript. */
export function MonthTable(props: CalendarProps) {
  const { month, span, onMonth } = props;
  const { t, locale } = useText();
  return (
    <div className={CALENDAR_LOOK.month}>
      <PageLink
        to={monthAfter(month, -1)}
        off={month <= span.first}
        label={t("calendar.previousMonth")}
        onMonth={onMonth}
      >
        <ChevronLeft aria-hidden size={20} />
      </PageLink>
      <h3 className={classNames(CALENDAR_LOOK.month_caption, CALENDAR_LOOK.caption_label)}>
        {monthTitle(month, locale)}
      </h3>
      <PageLink to={monthAfter(month, 1)} off={month >= span.last} label={t("calendar.nextMonth")} onMonth={onMonth}>
        <ChevronRight aria-hidden size={20} />
      </PageLink>
      <table className={CALENDAR_LOOK.month_grid}>
        <thead>
          <tr>
            {weekdayNames(locale).map(({ short, long }) => (
              <th key={short} scope="col" abbr={long} className={CALENDAR_LOOK.weekday}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, row) => (
            <tr key={row}>
              {week.map((date, column) => (
                <td key={column} className={CALENDAR_LOOK.day}>
                  {date && <DayCell {...props} date={date} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayCell({ date, today, chosen, dayOf, onPick }: CalendarProps & { date: string }) {
  const { t, locale } = useText();
  const to = useAddress({ date });
  const state = { date, day: dayOf(date), isToday: date === today, isChosen: date === chosen };
  const tile = <DayTile {...state} />;
  if (!state.day?.isAvailable) {
    return (
      <span className={dayTileClass(state)}>
        {tile}
        {state.day && <span className="sr-only">{t("calendar.soldOut")}</span>}
      </span>
    );
  }
  return (
    <Link
      to={to}
      preventScrollReset
      onClick={(event) => instead(event, () => onPick(date))}
      aria-label={dayLabel(state, t, locale)}
      aria-current={state.isChosen ? "date" : undefined}
      className={dayTileClass(state)}
    >
      {tile}
    </Link>
  );
}

type PageLinkProps = { to: Month; off: boolean; label: string; onMonth: (month: Month) => void; children: ReactNode };

function PageLink({ to, off, label, onMonth, children }: PageLinkProps) {
  const address = useAddress({ month: to });
  if (off) {
    return (
      <span aria-hidden className={classNames(CALENDAR_LOOK.button_next, "text-border-strong")}>
        {children}
      </span>
    );
  }
  return (
    <Link
      to={address}
      preventScrollReset
      onClick={(event) => instead(event, () => onMonth(to))}
      aria-label={label}
      className={CALENDAR_LOOK.button_next}
    >
      {children}
    </Link>
  );
}

/** With JavaScript a plain click is answered here; opening in a new tab stays the browser's. */
function instead(event: MouseEvent, act: () => void) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  act();
}

/** This page's query with another date or month; what else it says stays. */
function useAddress(change: { date: string } | { month: Month }) {
  const query = new URLSearchParams(useLocation().search);
  for (const name of ["date", "month"]) query.delete(name);
  for (const [name, value] of Object.entries(change)) query.set(name, value);
  return `?${query}#booking-section`;
}
