import { randomUUID } from "node:crypto";
import { CALENDAR_CRAWLS, CAMPAIGN_CRAWLS, CITIES, type Crawl, CRAWLS } from "#db/seeds/demo/crawls.ts";
import { dateIn, departureTimes } from "#src/kernel/local-time.ts";
import type { Tx } from "#src/platform/db.server.ts";

const ZONE = CITIES[0]!.time_zone;
const DAYS = 90;

/** What the calendar can show of a departure: the share of its seats sold, and the columns that differ. */
const STATES = {
  open: { sold: 0.1 },
  filling: { sold: 0.65 },
  nearly_full: { sold: 0.85 },
  full: { sold: 1 },
  disabled: { sold: 0.25, bookings_disabled: true },
  early_bird: { sold: 0.05, sale_price: 1600, sale_prices: { MXN: 32_000 }, early_bird_sale: true },
  sale: { sold: 0.3, sale_price: 1500, sale_prices: { MXN: 30_000 } },
  own_price: { sold: 0.2, price: 2500, prices: { MXN: 50_000 } },
  external: { sold: 0, external_booking_link: "https://tickets.example/ronda" },
  hidden_total: { sold: 0.4, hide_total_spots: true },
} as const;
type State = keyof typeof STATES;

type Plan = { hours: [string, string]; seats: number; weekdays: string; states: State[] };

/** Which crawl runs on which weekdays (0 = Sunday), and the states of its departures, in a cycle. */
export const PLANS: Record<string, Plan> = {
  "mexico-city": {
    hours: ["20:00", "00:30"],
    seats: 40,
    weekdays: "0123456",
    states: [
      "nearly_full",
      "early_bird",
      "open",
      "full",
      "open",
      "sale",
      "hidden_total",
      "filling",
      "disabled",
      "open",
      "external",
      "early_bird",
      "full",
      "own_price",
    ],
  },
  oaxaca: { hours: ["20:00", "00:30"], seats: 30, weekdays: "456", states: ["filling", "open", "early_bird", "full"] },
  "puerto-escondido": {
    hours: ["19:30", "00:00"],
    seats: 24,
    weekdays: "356",
    states: ["open", "sale", "nearly_full", "hidden_total"],
  },
  "san-cristobal": { hours: ["20:00", "00:30"], seats: 20, weekdays: "56", states: ["open", "full", "filling"] },
  "vip-bar-crawl": { hours: ["21:00", "02:00"], seats: 16, weekdays: "56", states: ["filling", "open", "nearly_full"] },
  "mezcal-tasting": { hours: ["18:00", "21:00"], seats: 14, weekdays: "04", states: ["open", "filling", "full"] },
};

export type Departure = {
  id: string;
  crawl: Crawl;
  date: string;
  hours: [string, string];
  seats: number;
  state: State | "cancelled" | "past";
  /** number of people the state requires on the departure */
  sold: number;
};

/** Every departure of the seed: the plans from today on, the next 31 October, a cancelled one and two past ones. */
export function plannedDepartures(now: Date): Departure[] {
  const today = Temporal.PlainDate.from(dateIn(now, ZONE));
  const departures = CRAWLS.flatMap((crawl) => departuresOf(today, crawl));
  const [mexicoCity] = CALENDAR_CRAWLS;
  const [halloween] = CAMPAIGN_CRAWLS;
  const extra = { hours: ["20:00", "00:30"] as [string, string], seats: 40, sold: 0 };
  const days = (count: number) => today.add({ days: count }).toString();
  return [
    ...departures,
    { ...extra, id: randomUUID(), crawl: halloween, date: nextHalloween(today), seats: 60, state: "open", sold: 6 },
    { ...extra, id: randomUUID(), crawl: mexicoCity, date: days(10), state: "cancelled" },
    { ...extra, id: randomUUID(), crawl: mexicoCity, date: days(-14), state: "past" },
    { ...extra, id: randomUUID(), crawl: mexicoCity, date: days(-2), state: "past" },
  ];
}

function departuresOf(today: Temporal.PlainDate, crawl: Crawl): Departure[] {
  const plan = PLANS[crawl.slug];
  if (!plan) return [];
  const { hours, seats, weekdays, states } = plan;
  const dates = Array.from({ length: DAYS }, (_, offset) => today.add({ days: offset })).filter((date) =>
    weekdays.includes(String(date.dayOfWeek % 7)),
  );
  return dates.map((date, index) => {
    const state = states[index % states.length]!;
    const sold = Math.round(seats * STATES[state].sold);
    return { id: randomUUID(), crawl, date: date.toString(), hours, seats, state, sold };
  });
}

function nextHalloween(today: Temporal.PlainDate): string {
  const thisYear = today.with({ month: 10, day: 31 });
  return (Temporal.PlainDate.compare(thisYear, today) < 0 ? thisYear.add({ years: 1 }) : thisYear).toString();
}

type Columns = Partial<Record<"price" | "sale_price", number> & Record<"prices" | "sale_prices", { MXN: number }>>;

/** Price per person by the price rule: the departure's sale price, else its own, else the crawl's; each set in both. */
export function priceOf(departure: Departure, currency: "MXN" | "USD"): number {
  const { sale_price, price, sale_prices, prices }: Columns = columnsOf(departure);
  if (currency === "USD") return sale_price ?? price ?? departure.crawl.price;
  return (sale_prices ?? prices ?? departure.crawl.prices).MXN;
}

/** Start and end instants of a departure. */
const timesOf = (departure: Departure) => departureTimes(departure.date, ...departure.hours, ZONE);

function columnsOf({ state }: Departure): object {
  if (state === "cancelled" || state === "past") return {};
  const { sold: _, ...columns } = STATES[state];
  return columns;
}

/** Inserts the departures; `seatsByNight` says how many people hold seats on each. */
export async function insertDepartures(
  tx: Tx,
  departures: Departure[],
  seatsByNight: Map<string, number>,
): Promise<void> {
  const rows = departures.map((departure) => {
    const { startsAt, endsAt } = timesOf(departure);
    return {
      id: departure.id,
      crawl_id: departure.crawl.id,
      date: departure.date,
      start_time: departure.hours[0],
      end_time: departure.hours[1],
      starts_at: startsAt,
      ends_at: endsAt,
      sales_close_at: startsAt,
      total_spots: departure.seats,
      available_spots: departure.seats - (seatsByNight.get(departure.id) ?? 0),
      status: departure.state === "cancelled" ? "cancelled" : "scheduled",
      ...columnsOf(departure),
    };
  });
  await tx.insertInto("scheduled_crawls").values(rows).execute();
}
