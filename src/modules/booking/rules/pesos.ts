import { convert, type Money, type Rates, round } from "#src/kernel/money.ts";

/**
 * What an amount of a booking is in Mexican pesos, at the rate that was frozen when it was sold: what is told later doesn't drift
 * with newer rates. Bookings from before that rate was kept know it where they were priced in pesos or paid in the base currency
 * of a peso price; the others are converted by the stored rate.
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
 * How many pesos a minor unit of a price is, to be frozen with the booking: what the same seat costs in pesos, by its set price
 * where there is one; the stored rate where the seat costs nothing. Null for a price in pesos.
 */
export function pesoRateOf(price: Money, inMxn: Money, rates: Rates): number | null {
  if (price.currency === "MXN") return null;
  if (price.amount > 0 && inMxn.amount > 0) return inMxn.amount / price.amount;
  return (rates.MXN ?? 1) / (rates[price.currency] ?? 1);
}
