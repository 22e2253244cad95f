import { expect, test } from "vitest";
import { periodOf } from "#src/kernel/period.ts";
import {
  barsOf,
  currenciesOf,
  growth,
  mainCurrency,
  type SalesDay,
  totalOf,
} from "#src/modules/office/reports/rules/sales.ts";

const sold = (day: string, over: Partial<SalesDay> = {}): SalesDay => ({
  day,
  currency: "MXN",
  bookings: 1,
  guests: 2,
  revenue: 80_000,
  ...over,
});
const week = periodOf({ period: "7d" }, "2026-11-20");

test("a bar has the bookings of all currencies, but the revenue of one", () => {
  const days = [sold("2026-11-20"), sold("2026-11-20", { currency: "USD", revenue: 4_000 })];
  expect(barsOf(week, days, "MXN").at(-1)).toMatchObject({ bookings: 2, guests: 4, revenue: 80_000 });
  expect(barsOf(week, days, "USD").at(-1)).toMatchObject({ bookings: 2, revenue: 4_000 });
});

test("the time before stands beside it, day by day, and in no total of now", () => {
  const bars = barsOf(week, [sold("2026-11-20"), sold("2026-11-13", { revenue: 40_000 }), sold("2026-11-06")], "MXN");
  expect(bars.at(-1)).toMatchObject({ revenue: 80_000, before: { revenue: 40_000, bookings: 1 } });
  expect(totalOf(bars)).toMatchObject({
    now: { revenue: 80_000, bookings: 1 },
    before: { revenue: 40_000, bookings: 1 },
  });
});

test("every day of a time is in one bar, whatever its length", () => {
  for (const period of ["7d", "30d", "90d", "12m"]) {
    const time = periodOf({ period }, "2026-11-20");
    const days: SalesDay[] = [];
    for (let at = time.before.from; at <= time.to; at = Temporal.PlainDate.from(at).add({ days: 1 }).toString())
      if (at >= time.from || at <= time.before.to) days.push(sold(at));
    const { now, before } = totalOf(barsOf(time, days, "MXN"));
    expect(now.bookings + before.bookings, period).toBe(days.length);
  }
});

test("the currency with most bookings is shown first, and none is where nothing was sold", () => {
  const days = [sold("2026-11-20", { currency: "USD", revenue: 900_000 }), sold("2026-11-19"), sold("2026-11-18")];
  expect(mainCurrency(days)).toBe("MXN");
  expect(currenciesOf(days)).toEqual([
    { currency: "MXN", bookings: 2, guests: 4, revenue: 160_000 },
    { currency: "USD", bookings: 1, guests: 2, revenue: 900_000 },
  ]);
  expect(mainCurrency([])).toBeNull();
});

test.each([
  [119, 100, 19],
  [50, 100, -50],
  [5, 0, null],
  [0, -10, null],
])("%i after %i is %s percent more", (now, before, more) => {
  expect(growth(now, before)).toBe(more);
});
