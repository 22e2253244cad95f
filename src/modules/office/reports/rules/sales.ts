import type { Currency } from "#src/kernel/money.ts";
import { type Bucket, bucketsOf, comparedWith, type Period } from "#src/kernel/period.ts";

/** Sales of a day in a currency, in minor units. */
export type SalesDay = { day: string; currency: Currency; bookings: number; guests: number; revenue: number };

/** A bar, with the same range of the previous period. Revenue is in the chosen currency, the counts are of all currencies. */
export type Bar = Bucket & { revenue: number; bookings: number; guests: number; before: Figures };
export type Figures = { revenue: number; bookings: number; guests: number };

/** The currency with most bookings, alphabetically first on a tie; null when nothing was sold. */
export function mainCurrency(days: readonly SalesDay[]): Currency | null {
  const sums = currenciesOf(days);
  return sums.toSorted((a, b) => b.bookings - a.bookings || a.currency.localeCompare(b.currency))[0]?.currency ?? null;
}

/** Sales per currency, most bookings first. Never summed across currencies. */
export function currenciesOf(days: readonly SalesDay[]): (Figures & { currency: Currency })[] {
  const groups = Map.groupBy(days, ({ currency }) => currency);
  return [...groups]
    .map(([currency, of]) => ({ currency, ...sumOf(of) }))
    .toSorted((a, b) => b.bookings - a.bookings || b.revenue - a.revenue);
}

const sumOf = (days: readonly Figures[]): Figures => ({
  revenue: days.reduce((sum, { revenue }) => sum + revenue, 0),
  bookings: days.reduce((sum, { bookings }) => sum + bookings, 0),
  guests: days.reduce((sum, { guests }) => sum + guests, 0),
});

/** A period's bars from the sales of its days and those of the previous period. */
export function barsOf(period: Period, days: readonly SalesDay[], currency: Currency | null): Bar[] {
  const earlier = days.filter(({ day }) => day >= period.before.from && day <= period.before.to);
  const shifted = earlier.map((sold) => ({ ...sold, day: comparedWith(period, sold.day) }));
  const current = days.filter(({ day }) => day >= period.from && day <= period.to);
  return bucketsOf(period).map((bucket) => ({
    ...bucket,
    ...figuresIn(bucket, current, currency),
    before: figuresIn(bucket, shifted, currency),
  }));
}

function figuresIn({ from, to }: Bucket, days: readonly SalesDay[], currency: Currency | null): Figures {
  const within = days.filter(({ day }) => day >= from && day <= to);
  const { bookings, guests } = sumOf(within);
  return { bookings, guests, revenue: sumOf(within.filter((sold) => sold.currency === currency)).revenue };
}

/** Totals of all bars, now and before. */
export const totalOf = (bars: readonly Bar[]): { now: Figures; before: Figures } => ({
  now: sumOf(bars),
  before: sumOf(bars.map(({ before }) => before)),
});

/** Growth in percent; null when there was nothing before. */
export const growth = (now: number, before: number): number | null =>
  before > 0 ? Math.round(((now - before) / before) * 100) : null;
