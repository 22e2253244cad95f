import { type MouseEvent, useState } from "react";
import { useNavigate } from "react-router";
import { longDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { crawlOfDeparture } from "#src/modules/catalog/rules.ts";
import type { PubCrawl } from "#src/modules/catalog/schema.ts";
import { type BookingRefusal, bookingStart } from "#src/modules/schedule/rules/booking-start.ts";
import {
  byDate,
  calendarDay,
  type Month,
  monthOf,
  monthSpan,
  nextNight,
} from "#src/modules/schedule/rules/calendar.ts";
import { refundDeadline } from "#src/modules/schedule/rules.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { toast } from "#src/ui/toasts.tsx";

/** What the booking section is given by its page. */
export type BookingData = {
  departures: Departure[];
  crawls: PubCrawl[];
  /** Where the page sells one crawl only. */
  onlyCrawlId?: string | null;
  defaultCrawlId: string | null;
  /** Local date of the city, YYYY-MM-DD. */
  today: string;
  /** When the departures were read, in milliseconds. */
  asOf: number;
  /** From the address, for a browser without JavaScript. */
  date: string | null;
  month: Month | null;
};

/** What is on sale at this very moment. */
export type Latest = { departures: Departure[]; crawls: PubCrawl[] };

/** What the visitor has chosen. It outlives the swap from the first calendar to the live one. */
export type Choice = { date: string | null; departureId: string | null; month: Month };

export function useChoice({ departures, defaultCrawlId, today, date, month }: BookingData) {
  return useState<Choice>(() => {
    const next = nextNight(departures, defaultCrawlId);
    return { date, departureId: null, month: month ?? monthOf(date ?? next?.date ?? today) };
  });
}

const HINTS = { sold_out: true, no_crawls: true, no_crawl_details: true } as const;

/** Everything the section's parts ask or do. `latest` asks the server once more, before somebody is sent to checkout. */
export function useBooking(
  data: BookingData,
  [choice, setChoice]: ReturnType<typeof useChoice>,
  latest: () => Promise<Latest>,
) {
  const { departures, crawls, defaultCrawlId, today } = data;
  const { t, locale } = useText();
  const navigate = useNavigate();
  const days = byDate(departures);
  const options = (choice.date && days.get(choice.date)) || [];
  const departure =
    options.find(({ id }) => id === choice.departureId) ?? calendarDay(options, defaultCrawlId)?.preferred ?? null;

  const refuse = (reason: BookingRefusal) =>
    toast({
      title: t(`calendar.error.${reason}`),
      description: reason in HINTS ? t(`calendar.error.${reason as keyof typeof HINTS}.hint`) : undefined,
    });

  /** Goes to checkout with what was chosen, unless that can't be booked any more. */
  const book = async () => {
    const now = departure ? await latest() : data;
    const start = bookingStart({ ...now, chosen: departure?.id ?? null, defaultCrawlId });
    if (!start.ok) return refuse(start.reason);
    const schedule = { ...start.departure, formattedDate: longDate(start.departure.date, locale) };
    await navigate(checkoutPath(start.departure.id, locale), { state: { pubCrawl: start.crawl, schedule } });
  };

  return {
    today,
    /** Whether cancelling the chosen night would still give the money back; a night not chosen yet is promised nothing less. */
    refundable: !departure || refundDeadline(new Date(departure.starts_at)).getTime() >= data.asOf,
    departures,
    options,
    departure,
    date: departure ? choice.date : null,
    month: choice.month,
    span: monthSpan(departures, today),
    next: nextNight(departures, defaultCrawlId),
    dayOf: (date: string) => calendarDay(days.get(date) ?? [], defaultCrawlId),
    crawlOf: ({ crawl_id }: Departure) => crawlOfDeparture(crawl_id, crawls, defaultCrawlId),
    onPick: (date: string) => setChoice({ date, departureId: null, month: monthOf(date) }),
    onMonth: (month: Month) => setChoice({ ...choice, month }),
    onChoose: (departureId: string) => setChoice({ ...choice, departureId }),
    /** For the click on a link or button; without JavaScript the link leads to checkout by itself. */
    onBook: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void book();
    },
  };
}
export type Booking = ReturnType<typeof useBooking>;

/** The address of checkout for a departure; the id in it lets the page be reloaded and shared. */
export const checkoutPath = (departureId: string, locale: "en" | "es") =>
  localizedPath(`/checkout?departure=${departureId}`, locale);
