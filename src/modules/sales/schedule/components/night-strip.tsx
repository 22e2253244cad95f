import { CalendarDays } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { clockTime, nightName, longDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { moneyOf } from "#src/modules/sales/schedule/rules/shown-money.ts";
import { type BookingData, choiceIn, searchFor } from "#src/modules/sales/schedule/components/use-booking.ts";
import { fewLeft, inCity, nextNights } from "#src/modules/sales/schedule/rules/calendar.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

/** Nights that the strip offers. */
const NIGHTS = 3;

/** The next nights of the visitor's city, each a tap from its panel. Renders nothing without any. */
export function NightStrip({ data }: { data: BookingData }) {
  const { t } = useText();
  const { search } = useLocation();
  const choice = choiceIn(search, data);
  const nights = nextNights(inCity(data.departures, choice.city), data, NIGHTS);
  if (nights.length === 0) return null;
  const city = data.cities.find(({ id }) => id === choice.city);
  return (
    <nav
      aria-label={city ? t("schedule.nextNights", { city: city.name }) : t("schedule.title")}
      className="flex w-fit max-w-full rounded-md bg-night/90 inset-ring-[1.5px] inset-ring-paper/22 max-md:w-full"
    >
      {nights.map((night) => (
        <Chip
          key={night.id}
          to={`${searchFor(search, data, { ...choice, date: night.date, departureId: night.id })}#booking-details`}
        >
          <Night night={night} today={data.today} />
        </Chip>
      ))}
      <Chip to={`${search}#booking-section`}>
        <CalendarDays aria-hidden size={18} className="max-md:mx-auto" />
        <span className="text-small leading-tight font-bold max-md:text-[0.8125rem]">{t("schedule.moreDates")}</span>
      </Chip>
    </nav>
  );
}

function Chip({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      defaultShouldRevalidate={false}
      className="flex min-h-15 flex-auto flex-col justify-center gap-1 border-dashed border-paper/30 px-2 py-2 text-center leading-tight text-text no-underline not-first:border-l-2 hover:bg-paper/12 md:px-5 md:text-left"
    >
      {children}
    </Link>
  );
}

function Night({ night, today }: { night: Departure; today: string }) {
  const { t, locale } = useText();
  const few = fewLeft(night);
  const isTonight = night.date === today;
  return (
    <>
      <span className="text-micro whitespace-nowrap text-text-2 md:text-[0.875rem]">
        {isTonight ? (
          t("schedule.tonight", { time: clockTime(night.start_time, locale) })
        ) : (
          <>
            <span aria-hidden>{nightName(night.date, locale)}</span>
            <span className="sr-only">{longDate(night.date, locale, false)}</span>
          </>
        )}
      </span>
      <span className="flex items-baseline gap-x-2 whitespace-nowrap tabular-nums max-md:flex-col max-md:items-center">
        <span className="text-small font-bold md:text-[1.0625rem]">
          {formatMoney(moneyOf(night.price_per_person), locale)}
        </span>
        {few !== null && <span className="text-micro text-text-2">{t("schedule.left", { count: few })}</span>}
      </span>
    </>
  );
}
