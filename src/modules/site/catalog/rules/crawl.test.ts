import { expect, test } from "vitest";
import {
  afterHiding,
  crawlInCity,
  crawlOfDeparture,
  followsRoute,
  inCalendar,
  relatedCrawls,
} from "#src/modules/site/catalog/rules/crawl.ts";

const [city, twin, away] = [
  { id: "city", city_id: "mexico-city" },
  { id: "twin", city_id: "mexico-city" },
  { id: "away", city_id: "oaxaca" },
];

test.each([
  ["its own", "twin", "mexico-city", [city, twin], "city", twin],
  ["the default crawl of its city", "gone", "mexico-city", [city, twin], "city", city],
  ["no other city's default crawl", "gone", "oaxaca", [city, away], "city", null],
  ["none while the default crawl is hidden", "gone", "mexico-city", [twin], "city", null],
  ["none without a default crawl", "gone", "mexico-city", [city], null, null],
])("a departure is sold as %s", (_, crawl_id, city_id, active, fallback, expected) => {
  expect(crawlOfDeparture({ crawl_id, city_id }, active, fallback)).toBe(expected);
});

test.each([
  [
    "the default crawl, while its city has another in the calendar",
    city,
    [city, twin, away],
    { calendarCrawlIds: ["city", "twin"], defaultCrawlId: "city" },
    { stays: true, soldAs: twin, isLeading: true, next: twin },
  ],
  [
    "the default crawl, where another city's follows",
    city,
    [city, away, twin],
    { calendarCrawlIds: ["city", "away", "twin"], defaultCrawlId: "city" },
    { stays: true, soldAs: null, isLeading: true, next: away },
  ],
  [
    "one of another city",
    away,
    [city, away],
    { calendarCrawlIds: ["city", "away"], defaultCrawlId: "city" },
    { stays: true, soldAs: null, isLeading: false, next: city },
  ],
  [
    "the only one, of a calendar that nobody has chosen",
    city,
    [city],
    { calendarCrawlIds: [], defaultCrawlId: null },
    { stays: false, soldAs: null, isLeading: true, next: null },
  ],
])("hiding %s", (_, crawl, active, chosen, expected) => expect(afterHiding(crawl, active, chosen)).toEqual(expected));

const listed = [{ id: "newest" }, { id: "older" }, { id: "oldest" }];
test.each([
  ["nothing: all active ones, led by the first", [], null, ["newest", "older", "oldest"], "newest"],
  ["a default alone: all active ones, led by it", [], "older", ["newest", "older", "oldest"], "older"],
  ["some: these in their order, led by the first of them", ["oldest", "older"], null, ["oldest", "older"], "oldest"],
  ["both", ["oldest", "older"], "older", ["oldest", "older"], "older"],
  ["a default outside the calendar", ["oldest"], "newest", ["oldest"], "newest"],
  ["a default that is gone", ["oldest", "newest"], "gone", ["oldest", "newest"], "oldest"],
  [
    "one that is inactive: its nights stay, sold as the next",
    ["hidden", "older"],
    "hidden",
    ["hidden", "older"],
    "older",
  ],
  ["none that is active", ["hidden"], "hidden", ["hidden"], null],
])("the calendar where the operator chose %s", (_, calendarCrawlIds, defaultCrawlId, crawlIds, leading) =>
  expect(inCalendar(listed, { calendarCrawlIds, defaultCrawlId })).toEqual({ crawlIds, defaultCrawlId: leading }),
);

test("the calendar of a site without crawls is empty", () =>
  expect(inCalendar([], { calendarCrawlIds: [], defaultCrawlId: null })).toEqual({
    crawlIds: [],
    defaultCrawlId: null,
  }));

const crawl = (id: string, city_id: string) => ({ id, city_id });
const [a, b, c, d, e] = [
  crawl("a", "oaxaca"),
  crawl("b", "mexico-city"),
  crawl("c", "oaxaca"),
  crawl("d", "mexico-city"),
  crawl("e", "puerto-escondido"),
];
test.each([
  ["the same city first", a, [a, b, c, d], ["c", "b", "d"]],
  ["three at most", b, [a, b, c, d, e], ["d", "a", "c"]],
  ["others where the city has no more", e, [a, b, e], ["a", "b"]],
  ["none where it is the only one", a, [a], []],
])("related crawls: %s", (_, of, active, ids) => expect(relatedCrawls(of, active).map(({ id }) => id)).toEqual(ids));

test.each([
  ["one of the calendar's that starts at eight", "a", ["a", "b"], "20:00", true],
  ["one that starts earlier", "a", ["a"], "19:30", false],
  ["a campaign's", "x", ["a"], "20:00", false],
  ["one without departures", "a", ["a"], undefined, false],
])("the route of the night is %s: %#", (_, id, calendar, start, expected) =>
  expect(followsRoute(id, calendar, start)).toBe(expected),
);

test.each([
  ["VIP Bar Crawl", "Mexico City", "VIP Bar Crawl, Mexico City"],
  ["Ronda Ciudad de México", "Ciudad de México", "Ronda Ciudad de México"],
])("%s in %s is called %s", (title, cityName, expected) => expect(crawlInCity(title, cityName)).toBe(expected));
