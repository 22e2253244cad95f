import { convert, type Money, type Rates, round } from "#src/kernel/money.ts";

/**
 * A booking's amount in MXN at the rate frozen at the sale, so that it doesn't drift with newer rates. Bookings from before that
 * rate was stored derive it if they were priced in MXN or paid in the base currency of a MXN price; others use the current stored
 * rate.
 */
export function inPesos(
  { amount, currency }: Money,
  sold: { peso_rate: number | null; base_currency: string; rate: number },
  rates: Rates,
): Money & { currency: "MXN" } {
  const pesos = (value: number) => ({ amount: value, currency: "MXN" as const });
  if (currency === "MXN") return pesos(amount);
  if (sold.peso_rate !== null) return pesos(round(amount * sold.peso_rate));
  if (sold.base_currency === "MXN") return pesos(round(amount / sold.rate));
  return pesos(convert({ amount, currency }, "MXN", rates).amount);
}

/**
 * Pesos per minor unit of a price, frozen with the booking: from the seat's price in MXN (the set one, if any), or the stored
 * rate for a free seat. Null for a price in MXN.
 */
export function pesoRateOf(price: Money, inMxn: Money, rates: Rates): number | null {
  if (price.currency === "MXN") return null;
  if (price.amount > 0 && inMxn.amount > 0) return inMxn.amount / price.amount;
  return (rates.MXN ?? 1) / (rates[price.currency] ?? 1);
}
