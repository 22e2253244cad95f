import { useSyncExternalStore } from "react";

/**
 * A visitor's choice about third parties; `unknown` until the browser has read its cookie, because pages are cached for
 * everyone.
 */
export type Consent = "granted" | "denied" | "unasked" | "unknown";

/** What a visitor is asked about, each by itself: advertising, and the posts that Instagram loads into the home page. */
type Purpose = "ads" | "instagram";

/** The cookie that keeps each choice. */
const COOKIES: Record<Purpose, string> = { ads: "consent", instagram: "consent_instagram" };

const A_YEAR = 365 * 24 * 60 * 60;
const CHANGED = "consentchange";
/** The event by which a page opens the cookie settings. */
export const REOPEN = "consentreopen";

/** Opens the cookie settings, where each consent can be taken back. */
export const openCookieSettings = (): boolean => dispatchEvent(new Event(REOPEN));

const fromCookie = (purpose: Purpose): Consent => {
  const choice = new RegExp(`(?:^|; )${COOKIES[purpose]}=(granted|denied)(?:;|$)`).exec(document.cookie)?.[1];
  return choice === "granted" || choice === "denied" ? choice : "unasked";
};

/** In the browser: whether this visitor has agreed to advertising. False until they choose. */
export const hasConsent = (): boolean => fromCookie("ads") === "granted";

/** Stores the visitor's choice for a year and notifies all subscribers. */
export function chooseConsent(choice: "granted" | "denied", purpose: Purpose = "ads"): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIES[purpose]}=${choice}; Path=/; Max-Age=${A_YEAR}; SameSite=Lax${secure}`;
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void) {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

/** Subscribes to the visitor's choice. */
export const useConsent = (purpose: Purpose = "ads"): Consent =>
  useSyncExternalStore<Consent>(
    subscribe,
    () => fromCookie(purpose),
    () => "unknown",
  );
