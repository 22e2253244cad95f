import { useSyncExternalStore } from "react";

/** What a visitor chose about third parties; `unknown` until the browser has looked, because pages are made for everyone. */
export type Consent = "granted" | "denied" | "unasked" | "unknown";

const A_YEAR = 365 * 24 * 60 * 60;
const CHANGED = "consentchange";

const fromCookie = (): Consent => {
  const choice = /(?:^|; )consent=(granted|denied)(?:;|$)/.exec(document.cookie)?.[1];
  return choice === "granted" || choice === "denied" ? choice : "unasked";
};

/** In the browser: whether this visitor agreed to third parties. False until they have said so. */
export const hasConsent = (): boolean => fromCookie() === "granted";

/** Keeps the visitor's choice for a year and tells every part of the page. */
export function chooseConsent(choice: "granted" | "denied"): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `consent=${choice}; Path=/; Max-Age=${A_YEAR}; SameSite=Lax${secure}`;
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void) {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

/** The visitor's choice, followed. */
export const useConsent = (): Consent => useSyncExternalStore<Consent>(subscribe, fromCookie, () => "unknown");
