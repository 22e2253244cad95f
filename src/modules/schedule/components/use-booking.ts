import { type MouseEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { longDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { checkoutPath } from "#src/modules/schedule/components/book-now.tsx";
import { crawlOfDeparture } from "#src/modules/catalog/rules/crawl.ts";
import type { CalendarProof } from "#src/modules/catalog/rules/proof.ts";
import type { PubCrawl } from "#src/modules/catalog/schema.ts";
import { type BookingRefusal, bookingStart } from "#src/modules/schedule/rules/booking-start.ts";
import {
  byDate,
  calendarDay,
  inOrder,
  type Lead,
  type Month,
  monthOf,
  monthSpan,
  nextDeparture,
  nightsInstead,
  preselected,
} from "#src/modules/schedule/rules/calendar.ts";
import { refundDeadline } from "#src/modules/schedule/rules/departure.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { toast } from "#src/ui/toasts.tsx";

/** The booking section's loader data. */
export type BookingData = Lead & {
  departures: Departure[];
  crawls: PubCrawl[];
  /** Set when the page sells a single crawl. */
  onlyCrawlId?: string | null;
  /** Local date of the city, YYYY-MM-DD. */
  today: string;
  /** When the departures were read, in milliseconds. */
  asOf: number;
  /** From the URL, for browsers without JavaScript. */
  date: string | null;
  month: Month | null;
  /** What stands beside the prices; a page without it shows only those. */
  proof?: CalendarProof;
};

/** What is on sale right now. */
export type Latest = { departures: Departure[]; crawls: PubCrawl[] };

/** The visitor's choice and the displayed month. */
export type Choice = { date: string | null; departureId: string | null; month: Month };

/**
 * The choice, applied at once and kept in the URL, so that the page can be reloaded, shared and switched to the other language.
 */
export function useChoice(data: BookingData) {
  const { departures, today, date, month } = data;
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [choice, show] = useState<Choice>(() => ({
    date: query.get("date") ?? date,
    departureId: query.get("departure"),
    month: month ?? monthOf(date ?? (nextDeparture(departures, data) ?? departures[0])?.date ?? today),
  }));
  const setChoice = (next: Choice) => {
    show(next);
    if (next.date === choice.date && next.departureId === choice.departureId) return;
    const to = new URLSearchParams(query);
    for (const [name, value] of [
      ["date", next.date],
      ["departure", next.departureId],
    ] as const) {
      if (value) to.set(name, value);
      else to.delete(name);
    }
    to.delete("month");
    // the departures are already here: skip revalidation
    void navigate(`?${to}`, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
  };
  return [choice, setChoice] as const;
}

const HINTS = { sold_out: true, no_crawls: true, no_crawl_details: true } as const;

/** All state and actions of the section's parts. `latest` refetches before the visitor is sent to checkout. */
export function useBooking(
  data: BookingData,
  [choice, setChoice]: ReturnType<typeof useChoice>,
  latest: () => Promise<Latest>,
) {
  const { departures, crawls, defaultCrawlId, today } = data;
  const { t, locale } = useText();
  const navigate = useNavigate();
  const days = byDate(departures);
  const options = inOrder((choice.date && days.get(choice.date)) || [], data);
  const implied = preselected(options, data);
  const departure = options.find(({ id }) => id === choice.departureId) ?? implied;
  const crawlOf = (one: Departure) => crawlOfDeparture(one, crawls, defaultCrawlId);
  const sameCity = (one: Departure) => departure && crawlOf(one)?.city_id === crawlOf(departure)?.city_id;

  const refuse = (reason: BookingRefusal | "no_crawl") => {
    // what is missing is chosen there
    if (reason === "no_date") document.getElementById("booking-calendar")?.scrollIntoView();
    toast({
      title: t(`schedule.error.${reason}`),
      description: reason in HINTS ? t(`schedule.error.${reason as keyof typeof HINTS}.hint`) : undefined,
    });
  };

  /** Goes to checkout with the chosen departure, unless it can't be booked any more. */
  const book = async () => {
    if (!departure && options.length > 0) return refuse("no_crawl");
    const now = departure ? await latest() : data;
    const start = bookingStart({ ...now, chosen: departure?.id ?? null, defaultCrawlId });
    if (!start.ok) return refuse(start.reason);
    const schedule = { ...start.departure, formattedDate: longDate(start.departure.date, locale) };
    await navigate(checkoutPath(start.departure.id, locale), { state: { pubCrawl: start.crawl, schedule } });
  };

  const onChoose = ({ id, date }: Departure) => setChoice({ date, departureId: id, month: monthOf(date) });

  return {
    today,
    /** Whether cancelling the chosen departure would still be refunded; true while none is chosen. */
    refundable: !departure || refundDeadline(new Date(departure.starts_at)).getTime() >= data.asOf,
    proof: data.proof,
    departures,
    options,
    departure,
    /** Whether the date alone says which departure is meant. */
    isPreselected: implied !== null,
    date: options.length > 0 ? choice.date : null,
    month: choice.month,
    span: monthSpan(departures, today),
    /** What to offer where the chosen departure can't be booked. */
    instead: departure && !departure.is_available ? nightsInstead(departure, departures.filter(sameCity)) : [],
    dayOf: (date: string) => calendarDay(days.get(date) ?? [], data),
    crawlOf,
    onPick: (date: string) => setChoice({ date, departureId: null, month: monthOf(date) }),
    onMonth: (month: Month) => setChoice({ ...choice, month }),
    onChoose,
    /** Click handler for a link; without JavaScript it leads to checkout, or to the calendar while nothing is chosen. */
    onBook: instead(() => void book()),
    /** Click handler of a link to a departure of another date. */
    onInstead: (one: Departure) => instead(() => onChoose(one)),
  };
}
export type Booking = ReturnType<typeof useBooking>;

/** Handles plain clicks in JavaScript; modified clicks (new tab) keep the browser's behaviour. */
export const instead = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  act();
};
