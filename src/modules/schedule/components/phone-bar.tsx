import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { clockTime, inYearOf, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { crawlInCity, crawlOfDeparture } from "#src/modules/catalog/rules/crawl.ts";
import { BookNow } from "#src/modules/schedule/components/book-now.tsx";
import { moneyOf } from "#src/modules/schedule/components/day-tile.tsx";
import { useShownDeparture } from "#src/modules/schedule/components/shown-departure.ts";
import type { BookingData } from "#src/modules/schedule/components/use-booking.ts";
import { nextDeparture, preselected } from "#src/modules/schedule/rules/calendar.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

type PhoneBarProps = {
  data: BookingData;
  /** Shown before it is known which other buttons are on the screen. */
  fromStart?: boolean;
};

/** Equivalent buttons: the bar is hidden while one of them is on the screen. */
const OTHER_BUTTONS = ["hero-book", "book-now"];

/**
 * Crawl, price and Book Now at the bottom of a phone's screen, for the chosen or else the next departure, which is the one it
 * books. Render it outside `later()`: it doesn't need the panel's code and follows its choice once that runs.
 */
export function PhoneBar({ data, fromStart = false }: PhoneBarProps) {
  const { t, locale } = useText();
  const away = useOnScreen(OTHER_BUTTONS) ?? !fromStart;
  const chosen = useChosen(data);
  const departure = chosen ?? nextDeparture(data.departures, data);
  if (!departure) return null;
  const { today } = data;
  const crawl = crawlOfDeparture(departure, data.crawls, data.defaultCrawlId);
  const date = shortDate(departure.date, locale, today);
  return (
    <div
      // the page's footer leaves room for it
      data-phone-bar
      inert={away}
      className={classNames(
        "fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-border bg-surface px-4 pt-3 pb-[calc(0.8rem+env(safe-area-inset-bottom))] shadow-lg transition-transform md:hidden",
        away && "translate-y-[110%]",
      )}
    >
      <p className="min-w-0 grow leading-tight">
        <span className="display block text-[1.375rem] tabular-nums">
          {formatMoney(moneyOf(departure.price_per_person), locale)}
          {departure.on_sale && (
            <s className="ml-1.5 font-text text-base font-medium text-text-3">
              <span className="sr-only">{t("schedule.before")}</span>
              {formatMoney(moneyOf(departure.regular_price_per_person), locale)}
            </s>
          )}
        </span>
        {crawl && (
          <span className="block text-[0.875rem] font-semibold">{crawlInCity(crawl.title, crawl.city_name)}</span>
        )}
        <span className="block truncate text-[0.875rem] text-text-2">
          {inYearOf(departure.date, today) ? <DepartureInBar departure={departure} date={date} /> : date}
        </span>
      </p>
      <BookNow departure={departure} />
    </div>
  );
}

function DepartureInBar({ departure, date }: { departure: Departure; date: string }) {
  const { t, locale } = useText();
  return departure.available_spots === null || !departure.is_available
    ? t("schedule.barDeparture", { date, time: clockTime(departure.start_time, locale) })
    : t("schedule.barLeft", { date, count: departure.available_spots });
}

/** The panel's choice; before its code has loaded, the address's or the page's. */
function useChosen(data: BookingData): Departure | null {
  const shown = useShownDeparture();
  const [query] = useSearchParams();
  if (shown !== undefined) return shown;
  const options = data.departures.filter(({ date }) => date === (query.get("date") ?? data.date));
  return options.find(({ id }) => id === query.get("departure")) ?? preselected(options, data);
}

/** Whether any element with these ids is on the screen; null until known. */
function useOnScreen(ids: readonly string[]) {
  const [seen, setSeen] = useState<boolean | null>(null);
  // visibility is known only in the browser; look up by id each time because a choice replaces the button
  useEffect(() => {
    const look = () => setSeen(ids.some((id) => isOnScreen(document.getElementById(id))));
    const afterwards = requestAnimationFrame(look);
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      cancelAnimationFrame(afterwards);
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  });
  return seen;
}

/** The page's header on a phone; a button behind it isn't seen. */
const HEADER_PX = 64;

function isOnScreen(element: HTMLElement | null) {
  if (!element?.checkVisibility()) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > HEADER_PX && top < innerHeight;
}
