import type { Locale } from "#src/kernel/localized.ts";

/** The localStorage key of the language that a visitor chose (spec section 3). */
export const LANGUAGE_KEY = "ronda.language";

/** The cookie of the same choice, which the server reads. */
export const LANGUAGE_COOKIE = "language";

const YEAR_S = 31_536_000;
const BOUNDS = `; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;

/** The text for `document.cookie` that keeps a choice. */
export const languageCookie = (language: Locale): string => `${LANGUAGE_COOKIE}=${language}${BOUNDS}`;

const OWN_PAGES = /^\/(|login|login\/code|signup|forgot-password|checkout|bookings|profile)$/;

/**
 * Whether a path without a language of its own is shown in the one that its visitor chose: the bare address, and the pages that
 * nobody sends to anybody else (docs/decisions/086).
 */
export const followsChoice = (pathname: string): boolean => OWN_PAGES.test(pathname);

/**
 * Statements for a page's inline script, which runs before the page's code is there. They record the choice when a link with
 * `data-language` is followed, as `keepLanguage` does later; and if the browser has dropped the cookie, which it does sooner than
 * storage, they write it again and redirect.
 */
export const EARLY_CHOICE =
  `{const keep=l=>document.cookie="${LANGUAGE_COOKIE}="+l+"${BOUNDS}";` +
  `addEventListener("click",e=>{const l=e.target.closest?.("a[data-language]")?.dataset.language;` +
  `if(l){keep(l);try{localStorage.setItem("${LANGUAGE_KEY}",l)}catch{}}});` +
  `try{const l=localStorage.getItem("${LANGUAGE_KEY}"),{pathname:p,search,hash}=location;` +
  `if(/^e[ns]$/.test(l)&&!document.cookie.includes("${LANGUAGE_COOKIE}=")){keep(l);` +
  `if(l=="es"&&${String(OWN_PAGES)}.test(p))location.replace(("/es"+p).replace(/\\/$/,"")+search+hash)}}catch{}}`;
