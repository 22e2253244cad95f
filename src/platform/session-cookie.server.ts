/**
 * Prefix of the session cookies: the name of the site's host (spec section 3), over HTTPS bound to exactly that host by
 * `__Host-` (trust.md "cookies").
 */
export function sessionCookiePrefix(baseUrl: string): string {
  const { protocol, host } = new URL(baseUrl);
  return (protocol === "https:" ? "__Host-" : "") + host.replaceAll(/[^a-z\d]+/g, "-");
}

/** The cookie of a signed-in session. */
export const sessionCookie = (baseUrl: string): string => `${sessionCookiePrefix(baseUrl)}.session_token`;

/** The cookie of a user who has given the right password and still owes a second-factor code. */
export const challengeCookie = (baseUrl: string): string => `${sessionCookiePrefix(baseUrl)}.two_factor`;
