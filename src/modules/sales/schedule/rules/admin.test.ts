import { expect, test } from "vitest";
import {
  afterCreating,
  dayByKey,
  gridOf,
  hrefOf,
  isDate,
  departuresByDay,
  rangeOf,
  readQuery,
  turned,
  weekOf,
} from "#src/modules/sales/schedule/rules/admin.ts";

const TODAY = "2026-11-20";

test.each([
  ["", { view: "month", date: TODAY, crawls: [], city: null, day: null }],
  ["?view=week&date=2026-12-31", { view: "week", date: "2026-12-31" }],
  ["?view=year&date=2026-02-31&day=nope", { view: "month", date: TODAY, day: null }],
  ["?day=2027-01-02", { date: "2027-01-02", day: "2027-01-02" }],
  ["?crawl=a&crawl=b&crawl=a&city=oaxaca", { crawls: ["a", "b"], city: "oaxaca" }],
  ["?date=999999-01-01&city=", { date: TODAY, city: null }],
])("the address %s is read, and what it says badly is not", (search, expected) =>
  expect(readQuery(new URLSearchParams(search), TODAY)).toMatchObject(expected),
);

test("an address that was written is read as it was", () => {
  const query = { view: "list" as const, date: "2026-12-01", crawls: ["a", "b"], city: "oaxaca", day: "2026-12-04" };
  expect(readQuery(new URLSearchParams(hrefOf(query)), TODAY)).toEqual(query);
  expect(hrefOf(query, { day: null, crawls: [], city: null, view: "month" })).toBe("?date=2026-12-01");
});

test("weeks begin on Sunday, and a month shows all of its weeks", () => {
  expect(weekOf("2026-11-22")).toEqual(weekOf("2026-11-28"));
  expect(weekOf("2026-11-20")[0]).toBe("2026-11-15");
  const november = gridOf("2026-11-20");
  expect([november.length, november[0]![0], november.at(-1)!.at(-1)]).toEqual([5, "2026-11-01", "2026-12-05"]);
  expect(gridOf("2026-12-31").at(-1)!.at(-1)).toBe("2027-01-02");
});

test.each([
  ["month", "2026-11-01", "2026-12-05"],
  ["week", "2026-11-15", "2026-11-21"],
  ["list", "2026-11-01", "2026-11-30"],
] as const)("a %s is read from %s to %s", (view, from, to) =>
  expect(rangeOf({ view, date: TODAY })).toEqual({ from, to }),
);

test("turning keeps the day of the month where there is one", () => {
  expect(turned({ view: "month", date: "2027-01-31" }, 1)).toBe("2027-02-28");
  expect(turned({ view: "list", date: "2027-01-15" }, -1)).toBe("2026-12-15");
  expect(turned({ view: "week", date: "2026-12-30" }, 1)).toBe("2027-01-06");
});

test.each([
  ["ArrowLeft", "2026-11-30"],
  ["ArrowRight", "2026-12-02"],
  ["ArrowUp", "2026-11-24"],
  ["ArrowDown", "2026-12-08"],
  ["PageUp", "2026-11-01"],
  ["PageDown", "2027-01-01"],
  ["Home", "2026-11-29"],
  ["End", "2026-12-05"],
  ["a", null],
])("%s leads from 1 December to %s", (key, date) => expect(dayByKey(key, "2026-12-01")).toBe(date));

test("a date is one, or it isn't", () => {
  expect(["2028-02-29", "2026-12-31"].every(isDate)).toBe(true);
  expect(["2026-02-29", "26-01-01", "2026-1-1", "", "0001-01-01"].some(isDate)).toBe(false);
});

test("departures keep their order within a day", () => {
  const departures = [
    { date: "2026-11-20", n: 1 },
    { date: "2026-11-21", n: 2 },
    { date: "2026-11-20", n: 3 },
  ];
  expect(
    departuresByDay(departures)
      .get("2026-11-20")
      ?.map(({ n }) => n),
  ).toEqual([1, 3]);
});

test.each<[Parameters<typeof afterCreating>[0], string]>([
  [{ isOff: false, isActive: true, isOpen: true, isInCalendar: true }, "now"],
  [{ isOff: false, isActive: true, isOpen: true, isInCalendar: false }, "page"],
  [{ isOff: false, isActive: true, isOpen: false, isInCalendar: false }, "closed"],
  [{ isOff: false, isActive: false, isOpen: false, isInCalendar: false }, "hidden"],
  [{ isOff: true, isActive: true, isOpen: true, isInCalendar: true }, "off"],
])("departures created as %o are said to be %s", (sale, expected) => expect(afterCreating(sale)).toBe(expected));
