/**
 * Ways to pay from an account at a company, under the company's own name: in no catalogue because it isn't translated, and the
 * only thing that tells the way from another of its kind. Texts about such a way have the name as `{company}`.
 */
const ACCOUNTS = { paypal: "PayPal" } as const;
export type AccountMethod = keyof typeof ACCOUNTS;
export const ACCOUNT_METHODS = Object.keys(ACCOUNTS) as AccountMethod[];

export const isAccount = (method: string): method is AccountMethod => Object.hasOwn(ACCOUNTS, method);

/** The name of a way to pay from an account; null for every other way, which texts name. */
export const accountName = (method: string): string | null => (isAccount(method) ? ACCOUNTS[method] : null);

/** A way to pay for texts that select it and write any other as it is: an account by its company's name. */
export const namedWay = (method: string): string => accountName(method) ?? method;

/** The names of all ways to pay from an account, for texts. */
export const ACCOUNT_NAMES = Object.values(ACCOUNTS).join(", ");

/** A way to pay as texts select it: `account` is every way that has a name of its own, `company`. */
export const wayInTexts = (method: string): { way: string; company: string } => ({
  way: isAccount(method) ? "account" : method,
  company: accountName(method) ?? "",
});

/** How a guest pays, whichever provider takes the money. */
export const PAY_METHODS = ["card", "apple_pay", "google_pay", ...ACCOUNT_METHODS, "oxxo", "spei", "free"] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/**
 * In whose hands money is that no company took: staff's, on an invoice, a partner's (`hostel`: what its desk took in cash, and what a reseller
 * was paid), or another system's, which took it before its bookings were imported.
 */
export const MANUAL_HOLDERS = ["cash", "terminal", "transfer", "invoice", "hostel", "before"] as const;
export type ManualHolder = (typeof MANUAL_HOLDERS)[number];

/** Payment without a provider: as its holder says, and what a reseller was paid. */
export const MANUAL_METHODS = [...MANUAL_HOLDERS, "reseller"] as const;
export type ManualMethod = (typeof MANUAL_METHODS)[number];

/** Who holds such a payment: its provider in the books. */
export const holderOf = <Way extends string>(way: Way): Exclude<Way, "reseller"> | "hostel" =>
  way === "reseller" ? "hostel" : (way as Exclude<Way, "reseller">);

/** What staff receive on the spot: cash, a card at our terminal, a transfer to our account. A till counts each apart. */
export const HAND_WAYS = ["cash", "terminal", "transfer"] as const satisfies readonly ManualMethod[];
export type HandWay = (typeof HAND_WAYS)[number];

/** The ways in which a currency is received on the spot: our terminal and our account are in pesos. */
export const handWaysIn = (currency: string): HandWay[] =>
  HAND_WAYS.filter((way) => way === "cash" || currency === "MXN");

/** Whether the office may record a currency that way: our terminal is in pesos, a transfer may come from another account. */
export const isOfficeWay = (method: string, currency: string): boolean => method !== "terminal" || currency === "MXN";

/** Whether such a payment has a number elsewhere: the terminal's operation, or the transfer's tracking key. */
export const hasReference = (method: string): boolean => method === "terminal" || method === "transfer";

/** The longest such number. */
export const MAX_REFERENCE = 60;

/** Whether a guest gets something to pay with days later: a cash voucher, or the account for a transfer. */
export const paysLater = (method: string): boolean => method === "oxxo" || method === "spei";

/**
 * Whether whoever sold a booking took the money, and gives it back: a reseller (docs/decisions/218), or another system before the booking
 * was imported (docs/decisions/207).
 */
export const isPaidBefore = (method: string): boolean => method === "before" || method === "reseller";

/** Whether money was paid in cash, so that it can't be refunded automatically and the guest must be contacted. */
export const isCash = (method: string): boolean => method === "oxxo" || method === "cash" || method === "hostel";
