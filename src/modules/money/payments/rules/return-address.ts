/** A PayPal order id in a URL, unlike the tokens of our own links to a booking. */
const PAYPAL_ORDER = /^[A-Z0-9]{17}$/;

/**
 * The query of a return URL without what the provider added; null if nothing was added. PayPal adds the order as `token`, a name
 * we use for access to a booking, and `PayerID`.
 */
export function ownQuery(query: URLSearchParams): string | null {
  const own = new URLSearchParams(
    Array.from(query).filter(([name, value]) => name !== "PayerID" && !(name === "token" && PAYPAL_ORDER.test(value))),
  );
  return own.size === query.size ? null : own.toString();
}
