import { isMonth } from "#src/kernel/local-time.ts";
import { type Currency, type Money } from "#src/kernel/money.ts";

/** The month that an address names (`2026-11`), else the one of a date. */
export const monthIn = (month: string | null, today: string): string =>
  month !== null && isMonth(month) ? month : today.slice(0, 7);

/** The month so many months later, or before. */
export function monthAway(month: string, by: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const count = year * 12 + number - 1 + by;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

type Worked = { part: string; state: string; status: string; ends_at: Date };

/** Whether a night was worked: by a guide who accepted leading it, once it is over. A backup who stayed at home hasn't worked. */
export const isWorked = ({ part, state, status, ends_at }: Worked, now: Date): boolean =>
  part === "guide" && state === "accepted" && status === "scheduled" && ends_at <= now;

/** Amounts by currency, never converted. */
export function sumsOf(amounts: readonly (Money | null)[]): Money[] {
  const sums = new Map<Currency, number>();
  for (const money of amounts) if (money) sums.set(money.currency, (sums.get(money.currency) ?? 0) + money.amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

type Rated = { average: number; count: number };

/** The average of several averages, each of so many reviews; null of none. */
export function averageOf(ratings: readonly (Rated | null)[]): Rated | null {
  const stars = ratings.filter((one) => one !== null);
  const count = stars.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return { count, average: stars.reduce((sum, one) => sum + one.average * one.count, 0) / count };
}
