import { describe, expect, test } from "vitest";
import { bookingStart } from "#src/modules/sales/schedule/rules/booking-start.ts";
import {
  byDate,
  calendarDay,
  choicePath,
  citiesOf,
  fewLeft,
  inCity,
  inOrder,
  isEnding,
  type Lead,
  monthAfter,
  monthSpan,
  nextDeparture,
  nextNights,
  nightsInstead,
  pageFrom,
  peopleFor,
  peopleIn,
  shareLeft,
  weeksOf,
} from "#src/modules/sales/schedule/rules/calendar.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

const CITY = "10000000-0000-4000-8000-000000000001";
const OAXACA = "10000000-0000-4000-8000-000000000002";
const SAME_CITY = "10000000-0000-4000-8000-000000000003";
const LEAD = { defaultCrawlId: CITY };
const departureWith = (more: Partial<Departure> = {}) =>
  ({
    id: "a",
    crawl_id: CITY,
    city_id: "mexico-city",
    date: "2026-11-21",
    is_available: true,
    bookings_disabled: false,
    ...more,
  }) as Departure;

test.each([
  ["one open departure", [departureWith()], { isAvailable: true, id: "a" }],
  ["one that is full", [departureWith({ is_available: false })], { isAvailable: false, id: "a" }],
  [
    "the default crawl first",
    [departureWith({ id: "b", crawl_id: SAME_CITY }), departureWith()],
    { isAvailable: true, id: "a" },
  ],
  [
    "another crawl of the city where the default one is full",
    [departureWith({ is_available: false }), departureWith({ id: "b", crawl_id: SAME_CITY })],
    { isAvailable: true, id: "b" },
  ],
  [
    "nothing where all are full",
    [departureWith({ id: "b", crawl_id: SAME_CITY, is_available: false }), departureWith({ is_available: false })],
    { isAvailable: false, id: "a" },
  ],
])("a date offers %s", (_, departures, expected) => {
  const day = calendarDay(departures, LEAD);
  expect({ isAvailable: day?.isAvailable, id: day?.preferred.id }).toEqual(expected);
});

test("the default crawl is the first choice of a date, the rest stays in its order", () => {
  const departures = [
    departureWith({ id: "c", crawl_id: SAME_CITY }),
    departureWith({ id: "d", crawl_id: SAME_CITY }),
    departureWith(),
  ];
  expect(inOrder(departures, LEAD).map(({ id }) => id)).toEqual(["a", "c", "d"]);
  expect(inOrder(departures, { defaultCrawlId: null }).map(({ id }) => id)).toEqual(["c", "d", "a"]);
});

describe("the cities of a calendar", () => {
  const crawls = [
    { id: OAXACA, city_id: "oaxaca", city_name: "Oaxaca" },
    { id: SAME_CITY, city_id: "mexico-city", city_name: "Mexico City" },
    { id: "z", city_id: "puerto", city_name: "Puerto" },
    { id: CITY, city_id: "mexico-city", city_name: "Mexico City" },
  ];
  const names = (departures: Departure[], lead: Lead = LEAD) => citiesOf(departures, crawls, lead).map(({ id }) => id);
  const there = departureWith({ id: "b", crawl_id: OAXACA, city_id: "oaxaca" });

  test("begin with the default crawl's, though it has no night; the others have one", () => {
    expect(names([departureWith(), there])).toEqual(["mexico-city", "oaxaca"]);
    expect(names([there])).toEqual(["mexico-city", "oaxaca"]);
    expect(names([departureWith(), there], { defaultCrawlId: null })).toEqual(["oaxaca", "mexico-city"]);
  });

  test("know none whose crawls are all hidden", () => {
    expect(names([departureWith({ city_id: "merida" })])).toEqual(["mexico-city"]);
  });

  test("each have their own nights", () => {
    expect(inCity([departureWith(), there], "oaxaca")).toEqual([there]);
    expect(inCity([departureWith(), there], null)).toHaveLength(2);
  });
});

test.each([
  ["two, as most do", null, 40, 2],
  ["as many as there are places for", null, 1, 1],
  ["as many as are wished", 5, 40, 5],
  ["not more than there are places for", 5, 4, 4],
  ["as many as are wished, where nobody is told what is left", 9, null, 9],
])("a night is booked for %s", (_, wished, available_spots, expected) =>
  expect(peopleFor(wished, { available_spots })).toBe(expected),
);

test.each([
  ["3", 3],
  ["100", 100],
  ["101", null],
  ["0", null],
  ["-2", null],
  ["2.5", null],
  ["", null],
  [null, null],
])("an address that asks for %o people means %o", (text, expected) => expect(peopleIn(text)).toBe(expected));

test.each([
  [11, null],
  [10, 10],
  [1, 1],
  [0, null],
  [null, null],
])("of %o places, %o are said where nights are compared", (available_spots, expected) =>
  expect(fewLeft({ available_spots })).toBe(expected),
);

test.each([
  ["to the same day of the next month", "2026-11-28", 1, "2026-12-28"],
  ["to the nearest, where that one isn't open", "2026-11-21", 1, "2026-12-19"],
  ["back", "2026-12-19", -1, "2026-11-21"],
  ["over a month without any", "2026-12-28", 1, "2027-02-03"],
  ["nowhere after the last", "2027-02-03", 1, null],
  ["nowhere before the first", "2026-11-28", -1, null],
] as const)("a page of the calendar leads %s", (_, from, by, expected) => {
  const open = ["2026-11-21", "2026-11-28", "2026-12-05", "2026-12-19", "2026-12-28", "2027-02-03"];
  expect(pageFrom(open, from, by)).toBe(expected);
});

test.each<[slug: string | null, city: string | null, people: number | null, path: string]>([
  [null, null, null, "/?date=2026-11-21&departure=a#booking-section"],
  [null, "oaxaca", 5, "/?date=2026-11-21&departure=a&city=oaxaca&people=5#booking-section"],
  ["vip-bar-crawl", null, null, "/crawls/vip-bar-crawl?date=2026-11-21&departure=a#booking-section"],
])("a departure of %s in %s for %s is chosen at %s", (slug, city, people, expected) =>
  expect(choicePath(departureWith(), { slug, city, people })).toBe(expected),
);

test("a date without departures is no day of the calendar", () => expect(calendarDay([], LEAD)).toBeNull());

test("the page speaks of the next nights that can be booked", () => {
  const departures = [
    departureWith({ is_available: false }),
    departureWith({ id: "b", date: "2026-11-22", crawl_id: SAME_CITY }),
    departureWith({ id: "c", date: "2026-11-22" }),
    departureWith({ id: "d", date: "2026-11-23" }),
    departureWith({ id: "e", date: "2026-11-24" }),
  ];
  expect(nextNights(departures, LEAD, 2).map(({ id }) => id)).toEqual(["c", "d"]);
  expect(nextDeparture(departures, LEAD)?.id).toBe("c");
  expect(nextDeparture([departureWith({ is_available: false })], LEAD)).toBeNull();
  expect([...byDate(departures).keys()]).toEqual(["2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"]);
});

test.each([
  ["the next ones of its crawl with places", "2026-11-21", CITY, ["d", "e", "f"]],
  [
    "others in its city too, from the same evening on, where its crawl has fewer",
    "2026-11-21",
    SAME_CITY,
    ["c", "d", "e"],
  ],
  ["the first ones, where nothing follows", "2026-11-30", CITY, ["b", "d", "e"]],
])("instead of a night are offered %s", (_, date, crawl_id, expected) => {
  const departures = [
    departureWith({ id: "b", date: "2026-11-20" }),
    departureWith({ id: "a", date, crawl_id }),
    departureWith({ id: "c", crawl_id: SAME_CITY }),
    departureWith({ id: "full", date: "2026-11-22", is_available: false }),
    ...["d", "e", "f"].map((id, index) => departureWith({ id, date: `2026-11-2${3 + index}` })),
  ];
  expect(nightsInstead({ id: "a", date, crawl_id }, departures).map(({ id }) => id)).toEqual(expected);
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

test.each([
  ["2026-11-14", "2026-11", false],
  ["2026-11-15", "2026-11", true],
  ["2026-11-28", "2026-11", true],
  // the week in which November ends is December's first
  ["2026-11-29", "2026-12", false],
  // and where a month ends with its week, it is that month's
  ["2026-10-31", "2026-10", true],
])("on %s the first page is %s's (nearly over: %s)", (today, first, ending) =>
  expect([monthSpan([], today).first, isEnding(first, today)]).toEqual([first, ending]),
);

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

const crawls = [
  { id: OAXACA, city_id: "oaxaca" },
  { id: CITY, city_id: "mexico-city" },
] as PubCrawl[];
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
  [
    "its crawl is hidden, and the default one is of another city",
    { ...choice, defaultCrawlId: OAXACA, crawls: crawls.slice(0, 1) },
    "no_crawl_details",
  ],
])("booking can't start when %s", (_, input, reason) => expect(bookingStart(input)).toEqual({ ok: false, reason }));

test("booking starts with the departure's crawl, or with the default one when that is not active", () => {
  expect(bookingStart(choice)).toMatchObject({ ok: true, crawl: { id: CITY } });
  const other = { ...choice, departures: [departureWith({ crawl_id: "10000000-0000-4000-8000-000000000009" })] };
  expect(bookingStart(other)).toMatchObject({ ok: true, crawl: { id: CITY } });
});
