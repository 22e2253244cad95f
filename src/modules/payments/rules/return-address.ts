/** How PayPal calls an order in an address: nothing like the tokens by which our links open a booking. */
const PAYPAL_ORDER = /^[A-Z0-9]{17}$/;

/**
 * The query of an address to which a payer came back, without what the provider added to it; null when nothing was added. PayPal
 * adds the order as `token`, which with us opens a booking, and `PayerID`.
 */
export function ownQuery(query: URLSearchParams): string | null {
  const own = new URLSearchParams(
    Array.from(query).filter(([name, value]) => name !== "PayerID" && !(name === "token" && PAYPAL_ORDER.test(value))),
  );
  return own.size === query.size ? null : own.toString();
}
