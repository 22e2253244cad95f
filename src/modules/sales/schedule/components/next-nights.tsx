import { ArrowRight } from "#src/ui/lucide/icons.ts";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { clockTime, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { moneyOf } from "#src/modules/sales/schedule/rules/shown-money.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

type NextNight = Pick<Departure, "id" | "date" | "start_time" | "price_per_person"> & {
  /** Named where it differs from the night that can't be booked. */
  crawl: string | null;
  to: string;
  onClick?: (event: MouseEvent) => void;
};

type NextNightsProps = {
  city: string;
  nights: readonly NextNight[];
  /** Local date of the city, YYYY-MM-DD. */
  today: string;
  heading?: "h2" | "h4";
};

/** Nights with places in the same city, one tap each; renders nothing without any. */
export function NextNights({ city, nights, today, heading: Heading = "h4" }: NextNightsProps) {
  const { t, locale } = useText();
  if (nights.length === 0) return null;
  return (
    <div className="w-full">
      <Heading className="mb-2 font-text text-base leading-snug font-semibold tracking-normal">
        {t("schedule.nextNights", { city })}
      </Heading>
      <ul className="grid gap-2">
        {nights.map(({ id, date, start_time: time, price_per_person: price, crawl, to, onClick }) => (
          <li key={id}>
            <NightLink to={to} onClick={onClick}>
              <span className="min-w-0 grow leading-tight">
                <span className="block font-semibold">
                  {t("schedule.barDeparture", { date: shortDate(date, locale, today), time: clockTime(time, locale) })}
                </span>
                {crawl && <span className="text-[0.875rem] text-text-2">{crawl}</span>}
              </span>
              <span className="shrink-0 font-semibold tabular-nums">{formatMoney(moneyOf(price), locale)}</span>
              <ArrowRight aria-hidden size={18} className="shrink-0 text-brand-text" />
            </NightLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NightLink({ to, onClick, children }: Pick<NextNight, "to" | "onClick"> & { children: ReactNode }) {
  return (
    <Link
      to={to}
      onClick={onClick}
      preventScrollReset={onClick !== undefined}
      className="flex min-h-13 items-center gap-3 rounded-md px-3.5 py-2 text-text no-underline inset-ring-[1.5px] inset-ring-border-strong hover:bg-surface-2"
    >
      {children}
    </Link>
  );
}
