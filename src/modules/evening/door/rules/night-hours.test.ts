import { expect, test } from "vitest";
import { doubtAbout } from "#src/modules/evening/door/rules/night-hours.ts";

// a night from hour 20 to hour 26, counted from its day's midnight
const HOUR = 3_600_000;
const NIGHT = { starts: [20 * HOUR], lasts: 6 * HOUR };

test.each<[string, number, number, boolean, ReturnType<typeof doubtAbout>]>([
  ["in its hours, at once", 21, 21, false, null],
  ["early in the afternoon", 8, 8, false, null],
  ["in the morning before", 7.9, 7.9, true, "out_of_hours"],
  ["late, as it is put away", 32, 32, false, null],
  ["the day after", 32.1, 32.1, true, "out_of_hours"],
  ["without a line, handed over the day after by its guide", 21, 50, true, null],
  ["the same by somebody else", 21, 50, false, "not_theirs"],
  ["without a line, still on the night", 21, 31, false, null],
  ["exactly two days later", 21, 69, true, null],
  ["later than two days", 21, 69.1, true, "told_late"],
  ["thirty days ahead", -700, -700, true, "out_of_hours"],
  ["fifty days after", 1221, 1221, true, "out_of_hours"],
])("what happened %s", (_, happened, received, isTheirs, doubt) => {
  expect(doubtAbout({ happened: happened * HOUR, received: received * HOUR }, NIGHT, isTheirs)).toBe(doubt);
});

test("a night that was moved was open at the time of before, too", () => {
  const moved = { starts: [20 * HOUR, -148 * HOUR], lasts: 6 * HOUR };
  expect(doubtAbout({ happened: -147 * HOUR, received: -147 * HOUR }, moved, false)).toBeNull();
  expect(doubtAbout({ happened: -60 * HOUR, received: -60 * HOUR }, moved, false)).toBe("out_of_hours");
});
