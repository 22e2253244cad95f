import { longDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { dayAndMonth } from "#src/modules/sales/schedule/components/calendar-look.ts";
import { moneyOf } from "#src/modules/sales/schedule/rules/shown-money.ts";
import { type CalendarDay, fewLeft } from "#src/modules/sales/schedule/rules/calendar.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import type { MeterLevel } from "#src/ui/meter.tsx";

type DayTileProps = {
  date: string;
  day: CalendarDay | null;
  isToday: boolean;
  isChosen: boolean;
  /** A day of the month before or after. */
  isOutside: boolean;
};

const BAR: Record<MeterLevel, string> = { low: "bg-low", medium: "bg-mid", high: "bg-high", none: "bg-transparent" };

const FIGURE: Record<MeterLevel, string> = {
  low: "text-low-text",
  medium: "text-mid-text",
  high: "text-text-2",
  none: "text-text-2",
};

/** A day's cell: its number and, for a departure on sale, the price and how many places are left. */
export function DayTile({ date, day, isToday, isChosen, isOutside }: DayTileProps) {
  const { t, locale } = useText();
  const isNamed = isOutside && date.endsWith("-01");
  return (
    <>
      {isToday && (
        <span className="absolute -top-3 rounded-sm md:-top-2 z-1 bg-text px-1.5 py-0.5 font-text text-xs leading-tight font-bold text-bg">
          {t("schedule.today")}
        </span>
      )}
      <span className={classNames("whitespace-nowrap", isNamed && "text-base leading-none")}>
        {isNamed ? dayAndMonth(date, locale) : Number(date.slice(8))}
      </span>
      {day && !day.preferred.is_available && (
        <span className="rounded-sm bg-surface px-1 text-[0.8125rem] leading-tight font-medium text-text-2">
          {t("schedule.full")}
        </span>
      )}
      {day?.preferred.is_available && (
        <>
          <span className={priceClass(day.preferred.on_sale, isChosen)}>{tilePrice(day.preferred, locale)}</span>
          <Places departure={day.preferred} isChosen={isChosen} />
        </>
      )}
    </>
  );
}

/** The places left: as a figure where they are few, else by the color of a line. */
function Places({ departure, isChosen }: { departure: Departure; isChosen: boolean }) {
  const { t } = useText();
  const { availability_level: level } = departure;
  const few = fewLeft(departure);
  if (few !== null)
    return (
      <span
        className={classNames(
          "text-[0.6875rem] leading-none font-semibold whitespace-nowrap",
          !isChosen && FIGURE[level],
        )}
      >
        {t("schedule.left", { count: few })}
      </span>
    );
  return (
    <span
      className={classNames(
        "absolute inset-x-[18%] bottom-1.5 h-1 rounded-full",
        isChosen ? "bg-marigold" : BAR[level],
      )}
    />
  );
}

const priceClass = (onSale: boolean, isChosen: boolean) =>
  classNames(
    "text-[0.8125rem] leading-none max-md:text-xs",
    isChosen ? "font-bold" : onSale ? "font-bold text-brand-text" : "font-medium text-text-2",
  );

/** The cell's classes: a tile for a departure on sale, a hatched one for a full one, otherwise plain. */
export function dayTileClass({ day, isToday, isChosen }: Omit<DayTileProps, "date" | "isOutside">): string {
  const look = isChosen
    ? "bg-brand text-on-brand translate-y-0 pressable"
    : day?.isAvailable
      ? "bg-surface-2 hover:bg-surface-3"
      : day
        ? "hatch font-medium text-text-2"
        : "font-normal text-text-3";
  return classNames(
    "relative flex min-h-15 w-full flex-col items-center justify-center rounded-md text-[1.0625rem] leading-none font-bold no-underline tabular-nums md:min-h-17 md:text-lg",
    look,
    day?.preferred.is_available && fewLeft(day.preferred) !== null ? "gap-0.5 pt-2 pb-1" : "gap-1 pt-1 pb-2.5",
    isToday && "inset-ring-2 inset-ring-text",
  );
}

/** A day's screen reader label: date, price and seats, or sold out. */
export function dayLabel(
  { date, day, isToday }: Omit<DayTileProps, "isChosen" | "isOutside">,
  t: Text,
  locale: "en" | "es",
): string {
  const spoken = longDate(date, locale);
  const label = day ? departureLabel(spoken, day, t, locale) : spoken;
  return isToday ? t("schedule.dayToday", { label }) : label;
}

function departureLabel(date: string, { isAvailable, preferred }: CalendarDay, t: Text, locale: "en" | "es") {
  if (!isAvailable) return t("schedule.dayFull", { date });
  const price = formatMoney(moneyOf(preferred.price_per_person), locale);
  return t(preferred.on_sale ? "schedule.daySale" : "schedule.day", { date, price, seats: seatsText(preferred, t) });
}

/** The seats left in words, with a figure where they are few. */
function seatsText(departure: Departure, t: Text) {
  const few = fewLeft(departure);
  if (few !== null) return t("schedule.daySeats", { count: few });
  return t(LEVEL_WORDS[departure.availability_level]);
}

const LEVEL_WORDS = {
  low: "schedule.dayLow",
  medium: "schedule.dayFilling",
  high: "schedule.dayOpen",
  none: "schedule.dayOpen",
} as const;

/** A price short enough for a tile: whole units and a bare symbol; the legend names the currency. */
function tilePrice({ price_per_person: { amount_minor, currency } }: Departure, locale: "en" | "es") {
  const whole = { amount: Math.round(amount_minor / 100) * 100, currency };
  return formatMoney(whole, locale).replace(/^[A-Z]{2}/, "");
}
