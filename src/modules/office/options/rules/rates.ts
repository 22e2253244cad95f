import { parseDecimal } from "#src/kernel/amount.ts";
import { isDay } from "#src/kernel/local-time.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import type { OptionError } from "#src/modules/office/options/rules/option-form.ts";

/** The currencies with a rate. The dollar is what the others are measured in. */
export const RATED = CURRENCIES.filter((currency) => currency !== "USD");
export type Rated = Exclude<Currency, "USD">;

/** A rate as typed or stored: units per US dollar, and its day (YYYY-MM-DD). Both empty where there is none. */
export type RateText = { rate: string; date: string };
export type RateTexts = Record<Rated, RateText>;
export type RateField = `rate_${Rated}` | `date_${Rated}`;

/** A rate that moves further than that at once is asked about: a slipped decimal point sells a night for a tenth. */
const MOST_PERCENT = 20;
/** A rate that is older is called old. */
export const OLD_DAYS = 30;

/** A rate that would move far. */
export type Move = { currency: Rated; from: string; to: string; percent: number };

const NONE: RateText = { rate: "", date: "" };

/**
 * A typed rate in plain notation; null if it is no number. Rates have three decimals and more, and nobody groups their thousands: one
 * comma is a decimal comma, also before three digits.
 */
const plainRate = (typed: string): string | null => parseDecimal(typed.replace(/^(\d+),(\d+)$/, "$1.$2"));

/** The posted rates, with numbers in plain notation; `before` is what their fields' names begin with. */
export const ratesIn = (form: FormData, before = ""): RateTexts => {
  const text = (name: string) => {
    const value = form.get(before + name);
    return typeof value === "string" ? value.slice(0, 100).trim() : "";
  };
  return Object.fromEntries(
    RATED.map((currency) => {
      const rate = text(`rate_${currency}`);
      return [currency, { rate: plainRate(rate) ?? rate, date: text(`date_${currency}`) }];
    }),
  ) as RateTexts;
};

/** Stored rates in the notation of the form. */
export const rateTexts = (rows: readonly { currency: string; per_usd: number; date: string }[]): RateTexts =>
  Object.fromEntries(
    RATED.map((currency) => {
      const row = rows.find((one) => one.currency === currency);
      return [currency, row ? { rate: String(row.per_usd), date: row.date } : NONE];
    }),
  ) as RateTexts;

export const isSameRate = (one: RateText, other: RateText): boolean =>
  one.date === other.date &&
  (one.rate === other.rate || (one.rate !== "" && other.rate !== "" && valueOf(one) === valueOf(other)));

const valueOf = ({ rate }: RateText): number => Number(plainRate(rate) ?? Number.NaN);

function errorOfRate({ rate }: RateText, before: RateText): OptionError<never>["message"] | null {
  if (rate === "") return before.rate === "" ? null : "options.error.rateNeeded";
  if (!/^\d{1,6}(\.\d{1,8})?$/.test(rate)) return "options.error.rate";
  return Number(rate) === 0 ? "options.error.rateZero" : null;
}

const errorOfDay = ({ rate, date }: RateText, today: string): OptionError<never>["message"] | null => {
  if (rate === "") return null;
  if (!isDay(date)) return "options.error.day";
  return date > today ? "options.error.dayToCome" : null;
};

/** What can't be stored: a rate of nothing, a day to come. A currency that has a rate keeps one. */
export const rateErrors = (typed: RateTexts, before: RateTexts, today: string): OptionError<RateField>[] =>
  RATED.flatMap((currency) => {
    const [rate, day] = [errorOfRate(typed[currency], before[currency]), errorOfDay(typed[currency], today)];
    return [
      ...(rate ? [{ id: `rate_${currency}` as const, message: rate }] : []),
      ...(day ? [{ id: `date_${currency}` as const, message: day }] : []),
    ];
  });

/** The rates that move further than `MOST_PERCENT` from what is stored. */
export const movesIn = (changed: readonly Rated[], typed: RateTexts, stored: RateTexts): Move[] =>
  changed.flatMap((currency) => {
    const [from, to] = [stored[currency].rate, typed[currency].rate];
    if (from === "" || to === "") return [];
    const percent = (Number(to) / Number(from) - 1) * 100;
    return Math.abs(percent) > MOST_PERCENT + 1e-9 ? [{ currency, from, to, percent: Math.round(percent) }] : [];
  });

/** For how many days a rate has stood. */
export const daysSince = (date: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(date)) / 86_400_000));
