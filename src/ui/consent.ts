import { useSyncExternalStore } from "react";

/**
 * A visitor's choice about third parties; `unknown` until the browser has read its cookie, because pages are cached for
 * everyone.
 */
export type Consent = "granted" | "denied" | "unasked" | "unknown";

const A_YEAR = 365 * 24 * 60 * 60;
const CHANGED = "consentchange";

const fromCookie = (): Consent => {
  const choice = /(?:^|; )consent=(granted|denied)(?:;|$)/.exec(document.cookie)?.[1];
  return choice === "granted" || choice === "denied" ? choice : "unasked";
};

/** In the browser: whether this visitor has agreed to third parties. False until they choose. */
export const hasConsent = (): boolean => fromCookie() === "granted";

/** Stores the visitor's choice for a year and notifies all subscribers. */
export function chooseConsent(choice: "granted" | "denied"): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `consent=${choice}; Path=/; Max-Age=${A_YEAR}; SameSite=Lax${secure}`;
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void) {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

/** Subscribes to the visitor's choice. */
export const useConsent = (): Consent => useSyncExternalStore<Consent>(subscribe, fromCookie, () => "unknown");
