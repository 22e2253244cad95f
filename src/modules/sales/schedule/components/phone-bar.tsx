import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { clockTime, nightName, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { crawlInCity, crawlOfDeparture } from "#src/modules/site/catalog/rules/crawl.ts";
import { BookNow } from "#src/modules/sales/schedule/components/book-now.tsx";
import { moneyOf, priceFor } from "#src/modules/sales/schedule/rules/shown-money.ts";
import { useShownChoice } from "#src/modules/sales/schedule/components/shown-choice.ts";
import { type BookingData, choiceIn } from "#src/modules/sales/schedule/components/use-booking.ts";
import { calendarDay, fewLeft, inCity, peopleFor } from "#src/modules/sales/schedule/rules/calendar.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";

type PhoneBarProps = {
  data: BookingData;
  /** Shown before it is known which other buttons are on the screen. */
  fromStart?: boolean;
};

/** Equivalent buttons: the bar is hidden while one of them is on the screen; before a choice also while the calendar is. */
const OTHER_BUTTONS = ["hero-book", "book-now"];
const WHERE_TO_CHOOSE = [...OTHER_BUTTONS, "booking-section"];

/**
 * At the bottom of a phone's screen: what the visitor has chosen, its price and its button, or the way to choose. Render it outside
 * `later()`: it doesn't need the panel's code and follows its choice once that runs.
 */
export function PhoneBar({ data, fromStart = false }: PhoneBarProps) {
  const { t } = useText();
  const { departure, people } = useChosen(data);
  const away = useOnScreen(departure ? OTHER_BUTTONS : WHERE_TO_CHOOSE) ?? !fromStart;
  if (data.departures.length === 0) return null;
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
      {departure ? (
        <ChosenNight departure={departure} people={people} data={data} />
      ) : (
        <a href="#booking-section" className={buttonClass({ wide: true })}>
          {t("schedule.chooseDate")}
        </a>
      )}
    </div>
  );
}

type ChosenNightProps = { departure: Departure; people: number | null; data: BookingData };

function ChosenNight({ departure, people, data: { crawls, defaultCrawlId, today } }: ChosenNightProps) {
  const { t, locale } = useText();
  const crawl = crawlOfDeparture(departure, crawls, defaultCrawlId);
  const date = shortDate(departure.date, locale, today);
  const few = fewLeft(departure);
  const isOurs = departure.is_available && !departure.external_booking_link;
  const count = isOurs ? people! : 1;
  const { amount, currency } = moneyOf(priceFor(departure, count).price_per_person);
  const price = formatMoney({ amount: amount * count, currency }, locale);
  return (
    <>
      <p className="min-w-0 grow leading-tight">
        <span className="display block text-[1.25rem] tabular-nums">
          {isOurs ? t("schedule.totalFor", { price, count: people! }) : price}
        </span>
        {crawl && (
          <span className="block truncate text-[0.875rem] font-semibold">
            {crawlInCity(crawl.title, crawl.city_name)}
          </span>
        )}
        <span className="block truncate text-[0.875rem] text-text-2">
          {few !== null && departure.is_available
            ? t("schedule.barLeft", { date, count: few })
            : t("schedule.barDeparture", { date, time: clockTime(departure.start_time, locale) })}
        </span>
      </p>
      <BookNow
        departure={departure}
        people={people}
        label={t("schedule.bookNight", { night: nightName(departure.date, locale) })}
      />
    </>
  );
}

/** The panel's choice; before its code has loaded, the address's or the page's. */
function useChosen(data: BookingData): { departure: Departure | null; people: number | null } {
  const choice = useShownChoice();
  const { search } = useLocation();
  if (choice !== undefined) return choice;
  const { city, date, departureId, people } = choiceIn(search, data);
  const options = inCity(data.departures, city).filter((one) => one.date === date);
  const departure = options.find(({ id }) => id === departureId) ?? calendarDay(options, data)?.preferred ?? null;
  return { departure, people: departure && peopleFor(people, departure) };
}

/** Whether any element with these ids is on the screen; null until known. */
function useOnScreen(ids: readonly string[]) {
  const [isVisible, setVisible] = useState<boolean | null>(null);
  // visibility is known only in the browser; look up by id each time because a choice replaces the button
  useEffect(() => {
    const look = () => setVisible(ids.some((id) => isOnScreen(document.getElementById(id))));
    const afterwards = requestAnimationFrame(look);
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      cancelAnimationFrame(afterwards);
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  });
  return isVisible;
}

/** The page's header on a phone; a button behind it isn't seen. */
const HEADER_PX = 64;

function isOnScreen(element: HTMLElement | null) {
  if (!element?.checkVisibility()) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > HEADER_PX && top < innerHeight;
}
