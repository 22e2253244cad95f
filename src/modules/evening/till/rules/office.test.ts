import { expect, test } from "vitest";
import { linesOf } from "#src/modules/base/ledger/rules/accounts.ts";
import {
  bookedAt,
  isBarKind,
  isDayOfOffice,
  OFFICE_KINDS,
  officePosting,
  sideOf,
} from "#src/modules/evening/till/rules/office.ts";

const NOW = new Date("2026-12-02T18:00:00Z");

test.each([
  ["today", "2026-12-02", NOW],
  ["yesterday, of this month", "2026-12-01", new Date("2026-12-01T18:00:00Z")],
  ["of the month before, some days ago", "2026-11-29", new Date("2026-11-29T18:00:00Z")],
  ["of the month before, which may have been taken out", "2026-11-28", NOW],
  ["long ago", "2026-01-15", NOW],
])("%s", (_, day, at) => expect(bookedAt(day, NOW)).toEqual(at));

test("late in a month its first day is still open", () => {
  const late = new Date("2026-12-30T18:00:00Z");
  expect(bookedAt("2026-12-01", late)).toEqual(new Date("2026-12-01T18:00:00Z"));
});

test.each([
  ["2026-12-02", true],
  ["2026-12-03", false],
  ["2025-12-03", true],
  ["2025-12-02", false],
])("%s may be recorded: %s", (day, may) => expect(isDayOfOffice(day, NOW)).toBe(may));

test.each(OFFICE_KINDS)("%s moves the office's cash as it says, and undone leaves nothing", (kind) => {
  const move = { id: "m", kind, amount: 500, currency: "MXN" } as const;
  const [done, undone] = [officePosting(move), officePosting(move, true)];
  expect(done.key).not.toBe(undone.key);
  const lines = linesOf(done);
  const cash = lines.filter(({ account }) => account === "office_cash").reduce((sum, { amount }) => sum + amount, 0);
  expect(cash + 0).toBe(sideOf(kind) * 500 + 0);
  const all = new Map<string, number>();
  for (const { account, amount } of [...lines, ...linesOf(undone)]) all.set(account, (all.get(account) ?? 0) + amount);
  expect([...all.values()]).toEqual([0, 0]);
  expect(lines.some(({ account }) => account === "bar_drinks")).toBe(isBarKind(kind));
});
