import { expect, test } from "vitest";
import { eventDate, stillToCome } from "#src/modules/site/content/rules/event-date.ts";

const TODAY = "2026-11-24";

test.each([
  ["2026-11-23", false],
  [TODAY, true],
  ["2027-10-31", true],
  ["Fridays and Saturdays", true],
  [undefined, true],
])("on November 24 an event on %s is shown: %s", (date, isShown) =>
  expect(stillToCome([{ date }], TODAY)).toEqual(isShown ? [{ date }] : []),
);

test("the next weeks' events come first, by day, then weekly ones in their order, then what is far off", () => {
  const dates = [
    "2027-10-31",
    "Fridays and Saturdays",
    "2026-12-24",
    undefined,
    "2026-11-24",
    "2027-01-23",
    "2027-01-22",
  ];
  expect(
    stillToCome(
      dates.map((date) => ({ date })),
      TODAY,
    ).map(({ date }) => date),
  ).toEqual(["2026-11-24", "2026-12-24", "2027-01-22", "Fridays and Saturdays", undefined, "2027-01-23", "2027-10-31"]);
});

test.each([
  ["2026-12-31", "en", "Thursday, December 31"],
  ["2027-10-31", "en", "Sunday, October 31, 2027"],
  ["2027-10-31", "es", "Domingo, 31 de octubre de 2027"],
  ["Viernes y sábados", "es", "Viernes y sábados"],
] as const)("%s reads in %s: %s", (date, locale, text) => expect(eventDate(date, TODAY, locale)).toBe(text));
