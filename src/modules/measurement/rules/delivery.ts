/** What is waited after each failure, in seconds: eight tries in two days. Meta takes no event that is older than a week. */
const WAITS_S = [30, 120, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600];

/** When to try again after `attempts` failures; null after the last one. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = WAITS_S[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000);
}

/** Whether an answer of this status may be another one later: Meta is away or asks to slow down. Null: it didn't answer. */
export const mayRecover = (status: number | null): boolean => status === null || status === 429 || status >= 500;

type Facts = {
  /** The consent that the booking was made with; null when it is forgotten. */
  consent: { withdrawn: boolean } | null;
  email: string;
  phone: string;
  bookingStatus: string;
  isConfigured: boolean;
};

/** Why an event must not be sent any more, as a message id's last part, or null while it may. */
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
