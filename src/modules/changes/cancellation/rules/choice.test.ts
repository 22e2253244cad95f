import { expect, test } from "vitest";
import { choiceReminderAt, choiceUntil } from "#src/modules/changes/cancellation/rules/choice.ts";

const HOUR = 3_600_000;
const noon = new Date("2026-11-20T18:00:00Z");
const hoursLater = (hours: number) => new Date(noon.getTime() + hours * HOUR);
test.each([
  [72, true, hoursLater(72)],
  [1, true, hoursLater(1)],
  [0, true, null],
  [72, false, null],
])("guests of a called-off night choose for %s hours, where that is offered (%s)", (hours, isOffered, until) =>
  expect(choiceUntil(noon, hours, isOffered)).toEqual(until),
);
test.each([
  [72, 48],
  [48, 24],
  [24, 12],
  [12, 6],
  [11, null],
])("of %s hours to choose a reminder leaves after %s", (hours, leaves) =>
  expect(choiceReminderAt(noon, hoursLater(hours))).toEqual(leaves === null ? null : hoursLater(leaves)),
);
