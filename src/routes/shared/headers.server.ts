/** Of an answer about one person, or that repeats what they typed: nothing may keep it. */
export const NO_STORE = { "cache-control": "no-store" };

/** Of a page whose URL holds the token of an emailed link: no caching, no referrer to other sites. */
export const PRIVATE = { ...NO_STORE, "referrer-policy": "no-referrer" };

/** Of a page whose URL is a secret of somebody's own: search engines don't list it either. */
export const SECRET = { ...PRIVATE, "x-robots-tag": "noindex, nofollow" };

/** An answer's headers on such a page: what the action says besides, a limit's `retry-after`, is kept. */
export function privately(actionHeaders: Headers | undefined): Headers {
  const all = new Headers(actionHeaders);
  for (const [name, value] of Object.entries(PRIVATE)) all.set(name, value);
  return all;
}

/** The headers that set what a use case returns as cookies. */
export const cookieHeaders = (cookies: readonly string[]) =>
  cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
