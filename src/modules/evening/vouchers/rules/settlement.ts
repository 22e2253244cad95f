import { inLocale, type Locale } from "#src/kernel/localized.ts";
import type { SettledNight } from "#src/modules/evening/vouchers/schema.ts";

type Row = {
  departure_id: string;
  date: string;
  title: string;
  title_es: string | null;
  price: number | null;
  currency: string;
  redeemed: number;
};
type Amounts = { amount: number; currency: string }[];

/** A month as YYYY-MM, or the one of a date where the text is none. */
export const monthOf = (text: string | null, today: string): string =>
  text && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : today.slice(0, 7);

/** Rows per night and price as nights, and their total; amounts of different currencies are never added. */
export function settledNights(rows: readonly Row[], locale: Locale) {
  const nights: SettledNight[] = [...new Set(rows.map((row) => row.departure_id))].map((departureId) => {
    const own = rows.filter((row) => row.departure_id === departureId);
    const [{ date, title, title_es }] = own as [Row, ...Row[]];
    return {
      departureId,
      date,
      crawl: inLocale(locale, title, title_es),
      ...summed(own),
    };
  });
  return { nights, total: summed(rows) };
}

function summed(rows: readonly Row[]) {
  const amounts: Amounts = [];
  for (const { price, currency, redeemed } of rows) {
    if (price === null) continue;
    const there = amounts.find((sum) => sum.currency === currency);
    if (there) there.amount += price * redeemed;
    else amounts.push({ amount: price * redeemed, currency });
  }
  const count = (of: readonly Row[]) => of.reduce((sum, { redeemed }) => sum + redeemed, 0);
  return { redeemed: count(rows), unpriced: count(rows.filter(({ price }) => price === null)), amounts };
}
