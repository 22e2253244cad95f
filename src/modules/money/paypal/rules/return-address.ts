/** An order's id in an address, unlike the tokens of our own links to a booking. */
const ORDER = /^[A-Z0-9]{17}$/;

/** What PayPal adds to the query of the addresses that guests come back to: the order, as `token`, which is our own name for access to a booking, and the payer. */
export const addsToReturn = (name: string, value: string): boolean =>
  name === "PayerID" || (name === "token" && ORDER.test(value));
