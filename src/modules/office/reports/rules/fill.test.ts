import { expect, test } from "vitest";
import { crawlsOf, heatOf, percent, type DepartureSeats, weeksOf } from "#src/modules/office/reports/rules/fill.ts";

const departureWith = (date: string, result: number, over: Partial<DepartureSeats> = {}): DepartureSeats => ({
  date,
  crawl_id: "roma",
  title: "Ronda Roma",
  name: "Roma",
  colour: "agave",
  total: 40,
  taken: result,
  ...over,
});

test("departures of a day are taken together, weeks begin on Sunday and the newest is first", () => {
  const weeks = weeksOf(
    [
      departureWith("2026-11-20", 40),
      departureWith("2026-11-20", 10),
      departureWith("2026-11-15", 20),
      departureWith("2026-11-14", 4),
    ],
    "2026-11-20",
  );
  expect(weeks.map(({ start }) => start)).toEqual(["2026-11-15", "2026-11-08"]);
  expect(weeks[0]!.days.map((fill) => fill && percent(fill))).toEqual([50, null, null, null, null, 63, null]);
  expect(weeks[0]!.days[5]).toEqual({ taken: 50, total: 80, open: true });
  expect(weeks[1]!.days[6]).toMatchObject({ open: false });
});

test("a crawl's departures are weighed by their seats, and the fullest crawl is first", () => {
  const departures = [
    departureWith("2026-11-19", 40),
    departureWith("2026-11-20", 0, { total: 10 }),
    departureWith("2026-11-20", 12, { crawl_id: "vip", title: "VIP", total: 12 }),
  ];
  expect(crawlsOf(departures, "2026-11-21").map((crawl) => [crawl.title, percent(crawl), crawl.departures])).toEqual([
    ["VIP", 100, 1],
    ["Ronda Roma", 80, 2],
  ]);
});

test("no seats are no percent, and more than all are more than a hundred", () => {
  expect([percent({ taken: 0, total: 0 }), percent({ taken: 42, total: 40 })]).toEqual([null, 105]);
});

test.each([
  [0, 0],
  [16, 0],
  [17, 1],
  [50, 3],
  [84, 5],
  [130, 5],
])("%i percent is step %i of six", (value, step) => {
  expect(heatOf(value)).toBe(step);
});
