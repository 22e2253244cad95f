import { expect, test } from "vitest";
import { AvailabilityBody, BookingsQuery, CalendarBody } from "#src/octo/shapes.ts";

test.each([
  ["1900-01-01", true],
  ["8999-12-31", true],
  ["0000-01-01", false],
  ["9000-01-01", false],
  ["9999-12-31", false],
])("%s may be asked for: %s", (day, isDay) => {
  const days = { localDateStart: day, localDateEnd: day };
  const choice = { productId: "p", optionId: "o", ...days };
  expect(CalendarBody.safeParse(choice).success).toBe(isDay);
  expect(AvailabilityBody.safeParse(choice).success).toBe(isDay);
  expect(BookingsQuery.safeParse(days).success).toBe(isDay);
});
