import { expect, test } from "vitest";
import { tableDeadline } from "#src/modules/sales/booking/rules/friend-table.ts";

const now = new Date("2026-11-01T12:00:00Z");
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

test.each([
  ["a day, where the night is far off", 100, 99, 24],
  ["as many hours as the operator says", 100, 99, 48, 48],
  ["twelve hours before the night", 30, 29, 18],
  ["when sales close", 40, 10, 10],
  ["an hour is enough", 13, 12, 1],
  ["less is not", 12.9, 12, null],
  ["sales are over", 40, -1, null],
])("a table's deadline: %s", (_, starts, close, hours, most = 24) => {
  const night = { starts_at: at(starts), sales_close_at: at(close) };
  expect(tableDeadline(now, night, most)).toEqual(hours === null ? null : at(hours));
});
