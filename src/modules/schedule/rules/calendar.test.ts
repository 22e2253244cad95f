import { expect, test } from "vitest";
import { bookingStart } from "#src/modules/schedule/rules/booking-start.ts";
import {
  byDate,
  calendarDay,
  defaultFirst,
  monthAfter,
  monthSpan,
  nextDeparture,
  shareLeft,
  weeksOf,
} from "#src/modules/schedule/rules/calendar.ts";
import type { PubCrawl } from "#src/modules/catalog/schema.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";

const CITY = "10000000-0000-4000-8000-000000000001";
const OAXACA = "10000000-0000-4000-8000-000000000002";
const departureWith = (more: Partial<Departure> = {}) =>
  ({ id: "a", crawl_id: CITY, date: "2026-11-21", is_available: true, bookings_disabled: false, ...more }) as Departure;

test.each([
  ["one open departure", [departureWith()], { isAvailable: true, id: "a" }],
  ["one that is full", [departureWith({ is_available: false })], { isAvailable: false, id: "a" }],
  [
    "the default crawl first",
    [departureWith({ id: "b", crawl_id: OAXACA }), departureWith()],
    { isAvailable: true, id: "a" },
  ],
  [
    "another crawl where the default one is full",
    [departureWith({ is_available: false }), departureWith({ id: "b", crawl_id: OAXACA })],
    { isAvailable: true, id: "b" },
  ],
  [
    "nothing where all are full",
    [departureWith({ id: "b", crawl_id: OAXACA, is_available: false }), departureWith({ is_available: false })],
    { isAvailable: false, id: "a" },
  ],
])("a date offers %s", (_, departures, expected) => {
  const day = calendarDay(departures, CITY);
  expect({ isAvailable: day?.isAvailable, id: day?.preferred.id }).toEqual(expected);
});

test("the default crawl is the first choice of a date, the others stay in their order", () => {
  const [b, c, mine] = [
    departureWith({ id: "b", crawl_id: OAXACA }),
    departureWith({ id: "c", crawl_id: OAXACA }),
    departureWith(),
  ];
  expect(defaultFirst([b, c, mine], CITY).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(defaultFirst([b, c, mine], null).map(({ id }) => id)).toEqual(["b", "c", "a"]);
});

test("a date without departures is no day of the calendar", () => expect(calendarDay([], CITY)).toBeNull());

test("the page speaks of the first departure that can be booked", () => {
  const departures = [
    departureWith({ is_available: false }),
    departureWith({ id: "c", date: "2026-11-22" }),
    departureWith({ id: "d", date: "2026-11-23" }),
  ];
  expect(nextDeparture(departures, CITY)?.id).toBe("c");
  expect(nextDeparture([departureWith({ is_available: false })], CITY)).toBeNull();
  expect([...byDate(departures).keys()]).toEqual(["2026-11-21", "2026-11-22", "2026-11-23"]);
});

test.each([
  [{ total_spots: 40, available_spots: 14, availability_level: "medium" }, 0.35],
  [{ total_spots: 40, available_spots: 0, availability_level: "low" }, 0],
  [{ total_spots: null, available_spots: 14, availability_level: "medium" }, 0.4],
  [{ total_spots: null, available_spots: 19, availability_level: "medium" }, 0.4],
  [{ total_spots: null, available_spots: null, availability_level: "none" }, null],
  [{ total_spots: 40, available_spots: 40, availability_level: "none" }, null],
] as const)("the bar of %o is %s", (departure, share) => expect(shareLeft(departure)).toBe(share));

test.each([
  ["2026-11", 5, "2026-11-01", "2026-11-30"],
  ["2026-02", 4, "2026-02-01", "2026-02-28"],
  ["2028-02", 5, "2028-02-01", "2028-02-29"],
  ["2026-08", 6, "2026-08-01", "2026-08-31"],
])("%s has %i weeks and all its days", (month, weeks, first, last) => {
  const rows = weeksOf(month);
  const days = rows.flat().filter((day) => day !== null);
  expect(rows).toHaveLength(weeks);
  expect(rows.every((week) => week.length === 7)).toBe(true);
  expect([days[0], days.at(-1)]).toEqual([first, last]);
});

test("a week starts on Sunday", () => {
  for (const month of ["2026-11", "2026-12", "2027-01"])
    for (const week of weeksOf(month).slice(1)) expect(new Date(`${week[0]}T12:00:00Z`).getUTCDay()).toBe(0);
});

test("months page over the turn of the year, from today to the last departure on sale", () => {
  expect([monthAfter("2026-12", 1), monthAfter("2027-01", -1), monthAfter("2026-11", 0)]).toEqual([
    "2027-01",
    "2026-12",
    "2026-11",
  ]);
  expect(monthSpan([departureWith({ date: "2027-02-03" }), departureWith()], "2026-11-20")).toEqual({
    first: "2026-11",
    last: "2027-02",
  });
  expect(monthSpan([], "2026-11-20")).toEqual({ first: "2026-11", last: "2026-11" });
});

const crawls = [{ id: OAXACA }, { id: CITY }] as PubCrawl[];
const choice = { chosen: "a", departures: [departureWith()], crawls, defaultCrawlId: CITY };
test.each([
  ["no date is chosen", { ...choice, chosen: null }, "no_date"],
  [
    "bookings were disabled meanwhile",
    { ...choice, departures: [departureWith({ bookings_disabled: true, is_available: false })] },
    "bookings_disabled",
  ],
  ["the last seat went meanwhile", { ...choice, departures: [departureWith({ is_available: false })] }, "sold_out"],
  ["the departure is no longer on sale", { ...choice, departures: [] }, "sold_out"],
  ["no crawl could be loaded", { ...choice, crawls: [] }, "no_crawls"],
  [
    "neither its crawl nor the default one is active",
    { ...choice, defaultCrawlId: null, crawls: crawls.slice(0, 1) },
    "no_crawl_details",
  ],
])("booking can't start when %s", (_, given, reason) => expect(bookingStart(given)).toEqual({ ok: false, reason }));

test("booking starts with the departure's crawl, or with the default one when that is not active", () => {
  expect(bookingStart(choice)).toMatchObject({ ok: true, crawl: { id: CITY } });
  const other = { ...choice, departures: [departureWith({ crawl_id: "10000000-0000-4000-8000-000000000009" })] };
  expect(bookingStart(other)).toMatchObject({ ok: true, crawl: { id: CITY } });
});
