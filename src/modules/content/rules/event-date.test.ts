import { expect, test } from "vitest";
import { eventDate, stillToCome } from "#src/modules/content/rules/event-date.ts";

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

test.each([
  ["2026-12-31", "en", "Thursday, December 31"],
  ["2027-10-31", "en", "Sunday, October 31, 2027"],
  ["2027-10-31", "es", "Domingo, 31 de octubre de 2027"],
  ["Viernes y sábados", "es", "Viernes y sábados"],
] as const)("%s reads in %s: %s", (date, locale, text) => expect(eventDate(date, TODAY, locale)).toBe(text));
