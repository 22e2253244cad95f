import { isCurrency, type Money } from "#src/kernel/money.ts";

/** Money in PayPal's format: a string with two decimals, which all our currencies have there (MXN, USD, EUR, GBP, CAD). */
export function amountOf({ amount, currency }: Money): { currency_code: string; value: string } {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return { currency_code: currency, value: `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}` };
}

/** Parses PayPal's money. Throws on an invalid amount or a currency we don't sell in: money is never guessed. */
export function moneyOf({ currency_code: currency, value }: { currency_code: string; value: string }): Money {
  const [, sign, whole, part = ""] = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/.exec(value) ?? [];
  if (whole === undefined || !isCurrency(currency))
    throw new Error(`paypal: ${value} ${currency} is no amount of ours`);
  const minor = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return { amount: sign && minor !== 0 ? -minor : minor, currency };
}

/** What PayPal kept of a payment, which reports have as a negative amount; none in a currency that we don't sell in. */
export function keptOf(fee: { currency_code: string; value: string } | undefined): Money | undefined {
  if (!fee || !isCurrency(fee.currency_code)) return undefined;
  const { amount, currency } = moneyOf(fee);
  return { amount: Math.abs(amount), currency };
}
