/** The localStorage key of the code (spec section 3). */
export const CODE_KEY = "affiliate_code";
export const EXPIRY_KEY = "affiliate_expiry";
/** The localStorage key of what the specification's two don't say (`viaText`). */
export const VIA_KEY = "affiliate_via";
/** The localStorage key of when the visitor last had a link forgotten (ms since 1970): no address brings back what is older. */
export const FORGOTTEN_KEY = "affiliate_forgotten";

/** How long a captured code is valid (spec section 9). */
const VALID_MS = 30 * 24 * 60 * 60_000;

/** The format of an affiliate code or QR code id: letters, digits, dot, dash and underscore, at most 64. */
export const CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** When a code captured at `now` expires; both in milliseconds since 1970. */
export const expiryOf = (now: number): number => now + VALID_MS;

/** Whether a stored expiry has passed. An invalid one counts as expired, because its age is unknown. */
export const isExpired = (expiry: string | null, now: number): boolean => {
  const end = Number(expiry || Number.NaN);
  return !(end > now && end <= expiryOf(now));
};

/** The affiliate and QR codes in a page's URL, and the URL without them. A malformed code is removed too, but not returned. */
export function captureOf(href: string): { affiliate: string | null; qr: string | null; rest: string } {
  const url = new URL(href);
  const param = (name: string) => {
    const value = url.searchParams.get(name)?.trim() ?? "";
    return CODE.test(value) ? value : null;
  };
  const found = { affiliate: param("affiliate"), qr: param("qr") };
  // by hand, because URLSearchParams would also rewrite the remaining parameters
  const others = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !isOurs(part));
  const search = others.length > 0 ? `?${others.join("&")}` : "";
  return { ...found, rest: url.pathname + search + url.hash };
}

const isOurs = (part: string) => ["affiliate", "qr"].includes([...new URLSearchParams(part).keys()][0] ?? "");
