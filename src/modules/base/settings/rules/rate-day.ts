import type { Currency } from "#src/kernel/money.ts";

/** The day (YYYY-MM-DD) of each currency's rate. */
export type RateDays = Partial<Record<Currency, string>>;

/** The day of what is converted between currencies: that of the oldest rate. The dollar, which all are measured in, has none. */
export const rateDay = (days: RateDays, currencies: readonly Currency[]): string =>
  currencies.flatMap((currency) => (currency === "USD" ? [] : (days[currency] ?? []))).toSorted()[0] ??
  days.USD ??
  "1970-01-01";
