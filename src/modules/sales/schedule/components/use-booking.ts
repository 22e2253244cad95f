import { type MouseEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { longDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { checkoutPath } from "#src/modules/sales/schedule/components/book-now.tsx";
import { crawlOfDeparture } from "#src/modules/site/catalog/rules/crawl.ts";
import type { CalendarProof } from "#src/modules/site/catalog/rules/proof.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { type BookingRefusal, bookingStart } from "#src/modules/sales/schedule/rules/booking-start.ts";
import {
  byDate,
  calendarDay,
  type City,
  inCity,
  inOrder,
  type Lead,
  type Month,
  monthOf,
  monthSpan,
  mostPeople,
  nextDeparture,
  nightsInstead,
  peopleFor,
  peopleIn,
} from "#src/modules/sales/schedule/rules/calendar.ts";
import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { toast } from "#src/ui/toasts.tsx";

/** The booking section's loader data. */
export type BookingData = Lead & {
  departures: Departure[];
  crawls: PubCrawl[];
  /** Set when the page sells a single crawl. */
  onlyCrawlId?: string | null;
  /** Those to choose between, and the chosen one; null without a crawl. */
  cities: City[];
  city: string | null;
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

/** The visitor's choice and the displayed month. `people` is null as long as they leave it at the usual number. */
export type Choice = {
  city: string | null;
  date: string | null;
  departureId: string | null;
  people: number | null;
  month: Month;
};

/** The choice that an address names; without a month it is the one of its date, or of the city's next night. */
export function choiceIn(search: string, data: BookingData): Choice {
  const query = new URLSearchParams(search);
  const [params, departureId] = [query.get("city"), query.get("departure")];
  const named = data.departures.find(({ id }) => id === departureId)?.city_id ?? params;
  const city = data.cities.find(({ id }) => id === named)?.id ?? data.city;
  const date = query.get("date") ?? data.date;
  return {
    city,
    date,
    departureId,
    people: peopleIn(query.get("people")),
    month: date ? monthOf(date) : (data.month ?? monthToShow(data, city)),
  };
}

function monthToShow(data: BookingData, city: string | null): Month {
  const here = inCity(data.departures, city);
  return monthOf((nextDeparture(here, data) ?? here[0])?.date ?? data.today);
}

/** An address's query for a choice; whatever else it says is kept. The city that the page opens with needs no name. */
export function searchFor(search: string, data: BookingData, choice: Omit<Choice, "month">): string {
  const query = new URLSearchParams(search);
  const { city, date, departureId, people } = choice;
  for (const [name, value] of [
    ["city", city !== data.city || query.has("city") ? city : null],
    ["date", date],
    ["departure", departureId],
    ["people", people === null ? null : String(people)],
  ] as const) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  query.delete("month");
  return `?${query}`;
}

const NAMES = ["city", "date", "departureId", "people"] as const;

/**
 * The choice, applied at once and kept in the URL, so that the page can be reloaded, shared and switched to the other language. A
 * link of the page to another night is taken up without asking the server.
 */
export function useChoice(data: BookingData) {
  const { search } = useLocation();
  const navigate = useNavigate();
  // a month of the address counts once: the pager moves on from it
  const [choice, show] = useState<Choice>(() => ({
    ...choiceIn(search, data),
    ...(data.month && { month: data.month }),
  }));
  const [{ seen: address, own }, note] = useState({ seen: search, own: search });
  if (search !== address) {
    note({ seen: search, own });
    if (search !== own) show(choiceIn(search, { ...data, month: choice.month }));
  }
  const setChoice = (next: Choice) => {
    show(next);
    if (NAMES.every((name) => next[name] === choice[name])) return;
    const to = searchFor(search, data, next);
    note({ seen: address, own: to });
    // the departures are already here: skip revalidation
    void navigate(to, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
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
  const { crawls, defaultCrawlId, today } = data;
  const { t, locale } = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const departures = inCity(data.departures, choice.city);
  const days = byDate(departures);
  const span = monthSpan(departures, today);
  const options = inOrder((choice.date && days.get(choice.date)) || [], data);
  const departure =
    options.find(({ id }) => id === choice.departureId) ?? calendarDay(options, data)?.preferred ?? null;
  const people = departure && peopleFor(choice.people, departure);
  const crawlOf = (one: Departure) => crawlOfDeparture(one, crawls, defaultCrawlId);

  const refuse = (reason: BookingRefusal) => {
    // what is missing is chosen there
    if (reason === "no_date") document.getElementById("booking-calendar")?.scrollIntoView();
    toast({
      title: t(`schedule.error.${reason}`),
      description: reason in HINTS ? t(`schedule.error.${reason as keyof typeof HINTS}.hint`) : undefined,
    });
  };

  /** Goes to checkout with the chosen departure, unless it can't be booked anymore. */
  const book = async () => {
    const now = departure ? await latest() : data;
    const start = bookingStart({ ...now, chosen: departure?.id ?? null, defaultCrawlId });
    if (!start.ok) return refuse(start.reason);
    const schedule = { ...start.departure, formattedDate: longDate(start.departure.date, locale) };
    const to = checkoutPath(start.departure.id, locale, people);
    await navigate(to, { state: { pubCrawl: start.crawl, schedule } });
  };

  const onChoose = ({ id, date }: Departure) => setChoice({ ...choice, date, departureId: id, month: monthOf(date) });
  const onCity = (city: string) => {
    const isThere = inCity(data.departures, city).some(({ date }) => date === choice.date);
    const date = isThere ? choice.date : null;
    setChoice({ ...choice, city, date, departureId: null, month: date ? choice.month : monthToShow(data, city) });
  };

  return {
    today,
    /** Whether cancelling the chosen departure would still be refunded; true while none is chosen. */
    refundable: !departure || refundDeadline(new Date(departure.starts_at)).getTime() >= data.asOf,
    proof: data.proof,
    /** Those to choose between, and the chosen one. */
    cities: data.cities,
    city: choice.city,
    /** The chosen city's. */
    departures,
    options,
    departure,
    /** For how many the chosen departure is booked, and the most that can be asked for; null without one. */
    people,
    most: departure && mostPeople(departure),
    /** For how many the visitor wants places, whether or not there are so many; null as long as they didn't say. */
    wished: choice.people,
    date: options.length > 0 ? choice.date : null,
    month: choice.month < span.first ? span.first : choice.month,
    span,
    /** The dates that can be chosen. */
    open: [...days].filter(([, those]) => those.some(({ is_available }) => is_available)).map(([date]) => date),
    /** What to offer where the chosen departure can't be booked. */
    instead: departure && !departure.is_available ? nightsInstead(departure, departures) : [],
    dayOf: (date: string) => calendarDay(days.get(date) ?? [], data),
    crawlOf,
    // the month that is shown stays: its last week has the next one's first days
    onPick: (date: string) => setChoice({ ...choice, date, departureId: null }),
    onMonth: (month: Month) => setChoice({ ...choice, month }),
    onPeople: (wished: number) => setChoice({ ...choice, people: wished }),
    onChoose,
    /** Click handler of a link to another city. */
    onCity: (city: string) => instead(() => onCity(city)),
    /** The query that an address needs for another choice. */
    searchOf: (change: Partial<Omit<Choice, "month">>) => searchFor(search, data, { ...choice, ...change }),
    /** Click handler for a link; without JavaScript it leads to checkout, or to the calendar while nothing is chosen. */
    onBook: instead(() => void book()),
    /** Click handler of a link to a departure of another date. */
    onInstead: (one: Departure) => instead(() => onChoose(one)),
  };
}
export type Booking = ReturnType<typeof useBooking>;

/** Handles plain clicks in JavaScript; modified clicks (new tab) keep the browser's behavior. */
export const instead = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  act();
};
