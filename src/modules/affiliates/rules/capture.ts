/** Where the browser keeps the code (spec section 3). */
export const CODE_KEY = "affiliate_code";
export const EXPIRY_KEY = "affiliate_expiry";

/** How long a captured code counts (spec section 9). */
const VALID_MS = 30 * 24 * 60 * 60_000;

/** What a partner's code or a QR code's id looks like: emails, digits, dot, dash and underscore, 64 at most. */
export const CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** When a code captured at `now` stops counting; milliseconds since 1970, as both are. */
export const expiryOf = (now: number): number => now + VALID_MS;

/** Whether a stored expiry is over. One that is no time counts as over: nobody knows how long it has been there. */
export const isExpired = (expiry: string | null, now: number): boolean => {
  const end = Number(expiry || Number.NaN);
  return !(end > now && end <= expiryOf(now));
};

/** What a page's address says of partners, and the address without it. A malformed code is dropped like a good one is taken. */
export function captureOf(href: string): { affiliate: string | null; qr: string | null; rest: string } {
  const url = new URL(href);
  const taken = (name: string) => {
    const value = url.searchParams.get(name)?.trim() ?? "";
    return CODE.test(value) ? value : null;
  };
  const found = { affiliate: taken("affiliate"), qr: taken("qr") };
  // by hand, because URLSearchParams would also rewrite the parameters that stay
  const others = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !isOurs(part));
  const search = others.length > 0 ? `?${others.join("&")}` : "";
  return { ...found, rest: url.pathname + search + url.hash };
}

const isOurs = (part: string) => ["affiliate", "qr"].includes([...new URLSearchParams(part).keys()][0] ?? "");
