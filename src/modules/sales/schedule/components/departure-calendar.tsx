import { ChevronLeft, ChevronRight } from "#src/ui/lucide/icons.ts";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { DayPicker, type DayButton as PickerDayButton, type Week as PickerWeek } from "react-day-picker";
import { Link, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { CALENDAR_LOOK, monthTitle, weekdayNames } from "#src/modules/sales/schedule/components/calendar-look.ts";
import { DayTile, dayLabel, dayTileClass } from "#src/modules/sales/schedule/components/day-tile.tsx";
import { instead } from "#src/modules/sales/schedule/components/use-booking.ts";
import {
  type CalendarDay,
  isEnding,
  type Month,
  monthAfter,
  monthOf,
  pageFrom,
} from "#src/modules/sales/schedule/rules/calendar.ts";
import { classNames } from "#src/ui/class-names.ts";

export type CalendarProps = {
  /** Local date of the city, YYYY-MM-DD. */
  today: string;
  month: Month;
  /** First and last month of the pager. */
  span: { first: Month; last: Month };
  chosen: string | null;
  /** The dates that can be chosen, in order. */
  open: readonly string[];
  dayOf: (date: string) => CalendarDay | null;
  onPick: (date: string) => void;
  onMonth: (month: Month) => void;
};

// the picker uses the browser's local dates, ours are the city's: convert via year, month and day
const toDate = (date: string) => {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(year, month - 1, day);
};
const two = (value: number) => String(value).padStart(2, "0");
const fromDate = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

type Paging = {
  /** The date that takes the focus once its month is shown, and what it then calls. */
  date: string | null;
  onFocused: () => void;
  /** Pages from a date with the keyboard. */
  page: (from: string, by: -1 | 1) => void;
};
const Shown = createContext<(CalendarProps & Paging) | null>(null);
function useShown() {
  const context = use(Shown);
  if (!context) throw new Error("A part of the calendar stands outside of it");
  return context;
}

/**
 * A month, the first one from the current week on, with keyboard navigation and paging without requests. Departures and arrows are links to this page with another date or
 * month, so the server's HTML works before hydration and without JavaScript.
 */
export function DepartureCalendar(props: CalendarProps) {
  const { today, month, span, chosen, dayOf, onPick, onMonth } = props;
  const { t, locale } = useText();
  const names = weekdayNames(locale);
  const [chosenDate, want] = useState<string | null>(null);
  const page = (from: string, by: -1 | 1) => {
    const date = pageFrom(props.open, from, by);
    if (!date) return;
    want(date);
    onMonth(monthOf(date));
  };
  return (
    <Shown value={{ ...props, date: chosenDate, onFocused: () => want(null), page }}>
      <DayPicker
        mode="single"
        required
        navLayout="around"
        weekStartsOn={0}
        today={toDate(today)}
        month={toDate(`${month}-01`)}
        showOutsideDays={month === span.first}
        fixedWeeks={month === span.first && isEnding(month, today)}
        startMonth={toDate(`${monthOf(today)}-01`)}
        endMonth={toDate(`${span.last}-01`)}
        onMonthChange={(date) => onMonth(fromDate(date).slice(0, 7))}
        selected={chosen ? toDate(chosen) : undefined}
        onSelect={(date) => onPick(fromDate(date))}
        disabled={(date) => !dayOf(fromDate(date))?.isAvailable}
        classNames={CALENDAR_LOOK}
        components={{ DayButton, PreviousMonthButton, NextMonthButton, Week }}
        formatters={{
          formatCaption: (date) => monthTitle(fromDate(date).slice(0, 7), locale),
          formatWeekdayName: (date) => names[date.getDay()]?.short ?? "",
        }}
        labels={{
          labelGrid: (date) => monthTitle(fromDate(date).slice(0, 7), locale),
          labelWeekday: (date) => names[date.getDay()]?.long ?? "",
          labelNav: () => t("schedule.selectDate"),
          labelPrevious: () => t("schedule.previousMonth"),
          labelNext: () => t("schedule.nextMonth"),
          labelDayButton: (date) => {
            const iso = fromDate(date);
            return dayLabel({ date: iso, day: dayOf(iso), isToday: iso === today }, t, locale);
          },
        }}
      />
    </Shown>
  );
}

/** A week; none of those that are over. */
function Week({ week, ...row }: ComponentProps<typeof PickerWeek>) {
  const { today } = useShown();
  const last = week.days.at(-1);
  return last && fromDate(last.date) < today ? <></> : <tr {...row} />;
}

const PAGES: Readonly<Record<string, -1 | 1>> = { PageUp: -1, PageDown: 1 };

/** A departure on sale links to its date; other days are not controls. */
function DayButton({ day, modifiers, onClick, ...button }: ComponentProps<typeof PickerDayButton>) {
  const { t } = useText();
  const { dayOf, today, month, chosen, date: target, onFocused, page } = useShown();
  const self = useRef<HTMLAnchorElement>(null);
  const address = useAddress();
  const listensToKeys = useListensToKeys();
  // the picker sets focus through this modifier
  useEffect(() => {
    if (modifiers["focused"]) self.current?.focus();
  }, [modifiers]);
  const date = fromDate(day.date);
  const isBefore = monthOf(date) < month;
  // the picker's own paging keeps the day and skips months in which that one isn't open
  const turn = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const by = PAGES[event.key];
    if (!by) return onKeyDown?.(event);
    event.preventDefault();
    // or the picker would take the focus to the new month's first date
    event.currentTarget.blur();
    page(date, by);
  };
  useEffect(() => {
    if (target !== date) return;
    self.current?.focus();
    onFocused();
  });
  const state = {
    date,
    day: dayOf(date),
    isToday: date === today,
    isChosen: date === chosen,
    isOutside: Boolean(modifiers["outside"]),
  };
  const { "aria-label": label, tabIndex, onBlur, onFocus, onKeyDown } = button as unknown as ComponentProps<"a">;
  if (!state.day?.isAvailable) {
    return (
      <span className={dayTileClass(state)}>
        <DayTile {...state} />
        {state.day && <span className="sr-only">{t("schedule.soldOut")}</span>}
      </span>
    );
  }
  return (
    <Link
      ref={self}
      aria-label={label}
      // the arrow keys page from a day to one of another month, but not back from the first page
      tabIndex={listensToKeys && !isBefore ? tabIndex : undefined}
      onBlur={onBlur}
      onFocus={onFocus}
      onKeyDown={turn}
      to={address({ date })}
      preventScrollReset
      aria-current={state.isChosen ? "date" : undefined}
      onClick={(event) => instead(() => onClick?.(event as unknown as MouseEvent<HTMLButtonElement>))(event)}
      className={dayTileClass(state)}
    >
      <DayTile {...state} />
    </Link>
  );
}

const PreviousMonthButton = () => <PageLink by={-1} />;
const NextMonthButton = () => <PageLink by={1} />;

function PageLink({ by }: { by: -1 | 1 }) {
  const { t } = useText();
  const { month, span, onMonth } = useShown();
  const address = useAddress();
  const to = monthAfter(month, by);
  const chevron = by < 0 ? <ChevronLeft aria-hidden size={20} /> : <ChevronRight aria-hidden size={20} />;
  const label = t(by < 0 ? "schedule.previousMonth" : "schedule.nextMonth");
  const look = by < 0 ? CALENDAR_LOOK.button_previous : CALENDAR_LOOK.button_next;
  if (to < span.first || to > span.last) {
    return (
      <span
        role="link"
        aria-disabled
        aria-label={label}
        className={classNames(look, "cursor-not-allowed opacity-35 inset-ring-0")}
      >
        {chevron}
      </span>
    );
  }
  return (
    <Link
      to={address({ month: to })}
      preventScrollReset
      aria-label={label}
      onClick={instead(() => onMonth(to))}
      className={look}
    >
      {chevron}
    </Link>
  );
}

/** Whether arrow keys move between departures yet; until then each is a tab stop. */
const useListensToKeys = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );

/** This page's query with another date or month, everything else kept. */
function useAddress() {
  const { search } = useLocation();
  return (change: { date: string } | { month: Month }) => {
    const query = new URLSearchParams(search);
    for (const name of ["date", "departure", "month"]) query.delete(name);
    for (const [name, value] of Object.entries(change)) query.set(name, value);
    return `?${query}#booking-${"date" in change ? "details" : "section"}`;
  };
}
