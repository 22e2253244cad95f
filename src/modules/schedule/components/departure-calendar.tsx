import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ComponentProps, createContext, use, useEffect, useRef } from "react";
import { DayPicker, type DayButton as PickerDayButton } from "react-day-picker";
import { useText } from "#src/locales/use-text.ts";
import { CALENDAR_LOOK, monthTitle, weekdayNames } from "#src/modules/schedule/components/calendar-look.ts";
import { DayTile, dayLabel, dayTileClass } from "#src/modules/schedule/components/day-tile.tsx";
import type { CalendarProps } from "#src/modules/schedule/components/month-table.tsx";

// the picker reckons in local dates of the browser; ours are dates of the city, so they travel as year, month and day
const toDate = (date: string) => {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(year, month - 1, day);
};
const two = (value: number) => String(value).padStart(2, "0");
const fromDate = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

const Days = createContext<Pick<CalendarProps, "dayOf" | "today" | "chosen">>({
  dayOf: () => null,
  today: "",
  chosen: null,
});

/** The calendar with arrow keys and months that turn without a request. Loaded when the section comes near. */
export function DepartureCalendar({ today, month, span, chosen, dayOf, onPick, onMonth }: CalendarProps) {
  const { t, locale } = useText();
  const names = weekdayNames(locale);
  return (
    <Days value={{ dayOf, today, chosen }}>
      <DayPicker
        mode="single"
        required
        navLayout="around"
        weekStartsOn={0}
        today={toDate(today)}
        month={toDate(`${month}-01`)}
        startMonth={toDate(`${span.first}-01`)}
        endMonth={toDate(`${span.last}-01`)}
        onMonthChange={(date) => onMonth(fromDate(date).slice(0, 7))}
        selected={chosen ? toDate(chosen) : undefined}
        onSelect={(date) => onPick(fromDate(date))}
        disabled={(date) => !dayOf(fromDate(date))?.isAvailable}
        classNames={CALENDAR_LOOK}
        components={{ DayButton, Chevron }}
        formatters={{
          formatCaption: (date) => monthTitle(fromDate(date).slice(0, 7), locale),
          formatWeekdayName: (date) => names[date.getDay()]?.short ?? "",
        }}
        labels={{
          labelGrid: (date) => monthTitle(fromDate(date).slice(0, 7), locale),
          labelWeekday: (date) => names[date.getDay()]?.long ?? "",
          labelNav: () => t("calendar.selectDate"),
          labelPrevious: () => t("calendar.previousMonth"),
          labelNext: () => t("calendar.nextMonth"),
          labelDayButton: (date) => {
            const iso = fromDate(date);
            return dayLabel({ date: iso, day: dayOf(iso), isToday: iso === today }, t, locale);
          },
        }}
      />
    </Days>
  );
}

/** A night on sale is a button; any other day is no choice and so no control. */
function DayButton({ day, modifiers, ...button }: ComponentProps<typeof PickerDayButton>) {
  const { t } = useText();
  const days = use(Days);
  const self = useRef<HTMLButtonElement>(null);
  // the picker moves the focus by naming the day that has it
  useEffect(() => {
    if (modifiers["focused"]) self.current?.focus();
  }, [modifiers]);
  const date = fromDate(day.date);
  const state = { date, day: days.dayOf(date), isToday: date === days.today, isChosen: date === days.chosen };
  if (!state.day?.isAvailable) {
    return (
      <span className={dayTileClass(state)}>
        <DayTile {...state} />
        {state.day && <span className="sr-only">{t("calendar.soldOut")}</span>}
      </span>
    );
  }
  return (
    <button {...button} ref={self} className={dayTileClass(state)}>
      <DayTile {...state} />
    </button>
  );
}

function Chevron({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) {
  return orientation === "left" ? <ChevronLeft aria-hidden size={20} /> : <ChevronRight aria-hidden size={20} />;
}
