import { isoIn } from "#src/kernel/local-time.ts";
import { availabilityLevel } from "#src/modules/sales/schedule/rules/availability.ts";
import { dayAfter } from "#src/modules/sales/schedule/rules/recurrence.ts";
import type { ResaleNight } from "#src/modules/sales/schedule/schema.ts";
import { type NetOf, perUnit, type Pricing, pricingOf } from "#src/octo/write-pricing.ts";

/** How nights are written: for so many people (null: nobody said), their prices only where they are asked for. */
export type Written = {
  people: number | null;
  mostPeople: number;
  isPriced: boolean;
  hasContent: boolean;
  netOf: NetOf;
};

/** An instant without milliseconds, as OCTO's validator wants the cut-off. */
export const utc = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, "Z");

type Status = "AVAILABLE" | "LIMITED" | "SOLD_OUT" | "CLOSED";

/** A night's status; one without enough places for the party that was asked for is sold out for it. */
function statusOf({ is_open, vacancies, capacity }: ResaleNight, { people, mostPeople }: Written): Status {
  if (!is_open) return "CLOSED";
  const party = Math.max(1, people ?? 1);
  if (vacancies < party || party > mostPeople) return "SOLD_OUT";
  return availabilityLevel(vacancies, capacity, false) === "high" ? "AVAILABLE" : "LIMITED";
}

const isFree = (status: Status): boolean => status === "AVAILABLE" || status === "LIMITED";

/** A night as OCTO's availability, whose id is the night's own. */
export function availabilityOf(night: ResaleNight, written: Written) {
  const status = statusOf(night, written);
  const vacancies = night.is_open ? night.vacancies : 0;
  return {
    id: night.id,
    localDateTimeStart: isoIn(night.starts_at, night.time_zone),
    localDateTimeEnd: isoIn(night.ends_at, night.time_zone),
    utcCutoffAt: utc(night.sales_close_at),
    allDay: false,
    available: isFree(status),
    status,
    vacancies,
    capacity: night.capacity,
    maxUnits: Math.min(vacancies, written.mostPeople),
    openingHours: [],
    ...(written.isPriced ? pricesOf(night, written) : {}),
    ...(written.hasContent ? { title: null, shortDescription: "" } : {}),
  };
}

/** The price of one place, and of the party where one was asked for. */
function pricesOf(night: ResaleNight, { people, netOf }: Written) {
  const one = { unitPricing: [perUnit(priceOf(night, 1, netOf))] };
  return people === null || people === 0 ? one : { ...one, pricing: priceOf(night, people, netOf) };
}

/** The price of so many places of a night. */
export function priceOf(night: ResaleNight, people: number, netOf: NetOf): Pricing {
  const retail = night.price.amount * people;
  return pricingOf({ retail, original: night.regular.amount * people, net: netOf(night, retail, people) });
}

/** Every day between two, both included, with the nights of each: a day without one is closed. */
export function calendarOf(nights: readonly ResaleNight[], from: string, to: string, written: Written) {
  const byDay = Map.groupBy(nights, ({ date }) => date);
  const days: ReturnType<typeof dayOf>[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(dayOf(day, byDay.get(day) ?? [], written));
  return days;
}

const RANK: readonly Status[] = ["AVAILABLE", "LIMITED", "SOLD_OUT", "CLOSED"];

function dayOf(localDate: string, nights: readonly ResaleNight[], written: Written) {
  const statuses = nights.map((night) => statusOf(night, written));
  const status = RANK.find((one) => statuses.includes(one)) ?? "CLOSED";
  const open = nights.filter((night) => night.is_open);
  return {
    localDate,
    available: isFree(status),
    status,
    vacancies: Math.max(0, ...open.map(({ vacancies }) => vacancies)),
    capacity: Math.max(0, ...nights.map(({ capacity }) => capacity)),
    openingHours: [],
    ...(written.isPriced ? pricesFrom(open, written) : {}),
  };
}

/** The lowest prices of a day; none where nothing is on sale. */
function pricesFrom(nights: readonly ResaleNight[], { people, netOf }: Written) {
  const [cheapest] = nights.toSorted((a, b) => a.price.amount - b.price.amount);
  if (!cheapest) return { unitPricingFrom: [] };
  const one = { unitPricingFrom: [perUnit(priceOf(cheapest, 1, netOf))] };
  return people === null || people === 0 ? one : { ...one, pricingFrom: priceOf(cheapest, people, netOf) };
}
