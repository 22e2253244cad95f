import { convert, type Money, type Rates, round } from "#src/kernel/money.ts";

/**
 * A booking's amount in MXN at the rate frozen at the sale, so that it doesn't drift with newer rates. An amount in
 * another currency than a booking in pesos is converted at the current stored rate.
 */
export function inPesos(
  { amount, currency }: Money,
  sold: { peso_rate: number | null },
  rates: Rates,
): Money & { currency: "MXN" } {
  const pesos = (value: number) => ({ amount: value, currency: "MXN" as const });
  if (currency === "MXN") return pesos(amount);
  if (sold.peso_rate !== null) return pesos(round(amount * sold.peso_rate));
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
