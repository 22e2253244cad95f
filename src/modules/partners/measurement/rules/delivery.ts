/** What is waited after each failure, in seconds: eight tries in two days. Meta takes no event that is older than a week. */
const WAITS_S = [30, 120, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600];

/** When to try again after `attempts` failures; null after the last one. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = WAITS_S[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000);
}

/**
 * Errors that pass, though they arrive as HTTP 400: unknown and service faults (1, 2), limits of calls (4, 17, 32, 341, 613, 80004),
 * and an access token (190) that expired: who runs the site can set another one meanwhile. Meta, Graph API, "Handling Errors"
 * (developers.facebook.com/docs/graph-api/guides/error-handling) and "Rate Limits" (…/docs/graph-api/overview/rate-limiting).
 */
const PASSING = [1, 2, 4, 17, 32, 190, 341, 613, 80_004];

/** What Meta answered, with what its envelope says of the error. Status null: it didn't answer. */
export type Refusal = { status: number | null; code: number | null; isTransient: boolean };

/** Whether an answer may be another one later: Meta is away, asks to slow down, or calls the error one that passes. */
export const mayRecover = ({ status, code, isTransient }: Refusal): boolean =>
  status === null || status === 429 || status >= 500 || isTransient || (code !== null && PASSING.includes(code));

type Facts = {
  /** The consent that the booking was made with; null when it is forgotten. */
  consent: { withdrawn: boolean } | null;
  email: string;
  phone: string;
  bookingStatus: string;
  isConfigured: boolean;
};

/** Why an event must not be sent anymore, as a message id's last part, or null while it may. */
export function whyWithheld({ consent, email, phone, bookingStatus, isConfigured }: Facts): Withheld | null {
  if (!consent) return "forgotten";
  if (consent.withdrawn) return "withdrawn";
  if (bookingStatus !== "confirmed") return "not_confirmed";
  if (email === "" && phone === "") return "forgotten";
  return isConfigured ? null : "not_configured";
}

export const WITHHELD = ["forgotten", "withdrawn", "not_confirmed", "not_configured"] as const;
export type Withheld = (typeof WITHHELD)[number];

/** The reason as one of those above; null for an error in Meta's own words. */
export const withheldIn = (reason: string | null): Withheld | null => WITHHELD.find((one) => one === reason) ?? null;
