/**
 * What the session's cookies begin with: the name of the site's host (spec section 3), in HTTPS bound to exactly that host by the
 * browser itself (`__Host-`, trust.md "cookies").
 */
export function sessionCookiePrefix(baseUrl: string): string {
  const { protocol, host } = new URL(baseUrl);
  return (protocol === "https:" ? "__Host-" : "") + host.replaceAll(/[^a-z\d]+/g, "-");
}

/** The cookie that says who is signed in. */
export const sessionCookie = (baseUrl: string): string => `${sessionCookiePrefix(baseUrl)}.session_token`;

/** The cookie of whoever has given a right password and owes a code. */
export const challengeCookie = (baseUrl: string): string => `${sessionCookiePrefix(baseUrl)}.two_factor`;
