import { type ComponentType, useEffect } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { BookingFoot, DepartureDetails } from "#src/modules/sales/schedule/components/departure-details.tsx";
import { CitySwitch } from "#src/modules/sales/schedule/components/city-switch.tsx";
import { Legend } from "#src/modules/sales/schedule/components/legend.tsx";
import type { CalendarProps } from "#src/modules/sales/schedule/components/departure-calendar.tsx";
import { showChoice } from "#src/modules/sales/schedule/components/shown-choice.ts";
import { ToldChoice } from "#src/modules/sales/schedule/components/choice-announcer.tsx";
import {
  type BookingData,
  type Latest,
  useBooking,
  type useChoice,
} from "#src/modules/sales/schedule/components/use-booking.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import { PerforatedSheet, Sheet } from "#src/ui/sheet.tsx";

/**
 * wide: calendar and details side by side. column: stacked, next to a crawl page's text. campaign: side by side on the page's own
 * background.
 */
const LAYOUTS = {
  wide: { ground: "bg-surface-2", stacked: false },
  column: { ground: "bg-ground", stacked: true },
  campaign: { ground: "bg-ground", stacked: false },
} as const;
export type PanelLayout = keyof typeof LAYOUTS;

type BookingViewProps = {
  layout?: PanelLayout;
  data: BookingData;
  choice: ReturnType<typeof useChoice>;
  Calendar: ComponentType<CalendarProps>;
  latest: () => Promise<Latest>;
};

/** Delay on phones before scrolling from the calendar to the details (spec section 9). */
const SCROLL_DELAY_MS = 100;
const PHONE = "(max-width: 767px)";

/** Calendar and details in one panel. */
export function BookingView({ data, choice, Calendar, latest, layout = "wide" }: BookingViewProps) {
  const booking = useBooking(data, choice, latest);
  const pick = (date: string) => {
    booking.onPick(date);
    if (matchMedia(PHONE).matches)
      setTimeout(() => document.getElementById("booking-details")?.scrollIntoView(), SCROLL_DELAY_MS);
  };
  const { departure, people } = booking;
  // the phone bar is outside this lazily loaded part of the page
  useEffect(() => showChoice({ departure, people }), [departure, people]);
  const cities = data.onlyCrawlId ? null : <CitySwitch booking={booking} />;
  if (booking.departures.length === 0)
    return (
      <>
        {cities}
        <NoDepartures onlyOne={Boolean(data.onlyCrawlId)} />
      </>
    );
  return (
    <div className="relative max-md:-mx-2">
      {cities}
      <ToldChoice booking={booking} />
      <PerforatedSheet
        {...LAYOUTS[layout]}
        main={<CalendarHalf Calendar={Calendar} calendar={{ ...booking, chosen: booking.date, onPick: pick }} />}
        stub={<DepartureDetails booking={booking} />}
        stubId="booking-details"
        foot={<BookingFoot booking={booking} />}
        footStays={booking.departure?.is_available === true}
      />
    </div>
  );
}

function CalendarHalf({ Calendar, calendar }: { Calendar: ComponentType<CalendarProps>; calendar: CalendarProps }) {
  const { t } = useText();
  const { today, month, span, chosen, open, dayOf, onPick, onMonth } = calendar;
  return (
    <div id="booking-calendar" className="px-2.5 py-4 md:p-[clamp(1rem,0.4rem+2vw,2rem)]">
      <p className="mb-2 px-1.5 text-small font-semibold text-text-2">{t("schedule.selectDate")}</p>
      <Calendar {...{ today, month, span, chosen, open, dayOf, onPick, onMonth }} />
      <Legend currency="MXN" />
    </div>
  );
}

/** Nothing on sale; if limited to one crawl, offers the others. */
function NoDepartures({ onlyOne }: { onlyOne: boolean }) {
  const { t, locale } = useText();
  return (
    <Sheet className="grid justify-items-center gap-3 px-6 py-16 text-center">
      <Flag motif="calavera" className="mb-2 w-20 text-brand" />
      <h3 className="text-h3">{t("schedule.empty.title")}</h3>
      <p className="text-text-2">{t("schedule.empty.text")}</p>
      {onlyOne && (
        <div className="mt-3 grid gap-3">
          <ButtonLink to={localizedPath("/book-now", locale)}>{t("schedule.empty.others")}</ButtonLink>
          <ButtonLink to={localizedPath("/crawls", locale)} kind="secondary">
            {t("schedule.empty.crawls")}
          </ButtonLink>
        </div>
      )}
    </Sheet>
  );
}
