import type { Locale } from "#src/kernel/localized.ts";

/** The localStorage key of the language that a visitor chose (spec section 3). */
export const LANGUAGE_KEY = "ronda.language";

/** The cookie of the same choice, which the server reads. */
export const LANGUAGE_COOKIE = "language";

const YEAR_S = 31_536_000;

/** The text for `document.cookie` that keeps a choice. */
export const languageCookie = (language: Locale): string =>
  `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;

/**
 * Whether a path without a language of its own is shown in the one that its visitor chose: the bare address, and the pages that
 * nobody sends to anybody else (docs/decisions/086).
 */
export const followsChoice = (pathname: string): boolean =>
  /^\/(|login|login\/code|signup|forgot-password|checkout|bookings|profile)$/.test(pathname);

/**
 * A statement for a page's inline script: keeps the choice of whoever follows a link with `data-language` before the page's code is
 * there. `keepLanguage` does it afterwards.
 */
export const EARLY_CHOICE =
  `addEventListener("click",e=>{const l=e.target.closest?.("a[data-language]")?.dataset.language;` +
  `if(l){document.cookie="${LANGUAGE_COOKIE}="+l+"; Path=/; Max-Age=${YEAR_S}; SameSite=Lax";` +
  `try{localStorage.setItem("${LANGUAGE_KEY}",l)}catch{}}});`;
