import { createHmac } from "node:crypto";
import { readCookie } from "#src/platform/request.server.ts";
import { sameToken, signInSecret } from "#src/platform/secrets.server.ts";

/**
 * Prefix of the session cookies: the name of the site's host (spec section 3), over HTTPS bound to exactly that host by
 * `__Host-` (rule limits-3).
 */
export function sessionCookiePrefix(baseUrl: string): string {
  const remembered = prefixes.get(baseUrl);
  if (remembered !== undefined) return remembered;
  const { protocol, host } = new URL(baseUrl);
  const prefix = (protocol === "https:" ? "__Host-" : "") + host.replaceAll(/[^a-z\d]+/g, "-");
  prefixes.set(baseUrl, prefix);
  return prefix;
}
// asked of every request; an installation has one address
const prefixes = new Map<string, string>();

/** The cookie of a signed-in session. */
export const sessionCookie = (baseUrl: string): string => `${sessionCookiePrefix(baseUrl)}.session_token`;

/** The cookie of a user who has given the right password and still owes a second-factor code. */
export const challengeCookie = (baseUrl: string): string => `${sessionCookiePrefix(baseUrl)}.two_factor`;

type Signed = { settings: { BASE_URL: string }; secret: string };

// Better Auth signs its cookies with base64 HMAC-SHA256 over the value
const signatureOf = (secret: string, token: string): string =>
  createHmac("sha256", secret).update(token).digest("base64");

/** A session's token. What else was ever signed has a colon in it: no other signature of ours is that of a session. */
const TOKEN = /^[\w-]{32}$/;

/** The session token in a Cookie header; null where there is none or its signature is invalid. */
export function sessionTokenOf(ctx: Signed, cookieHeader: string | null): string | null {
  const cookie = readCookie(cookieHeader, sessionCookie(ctx.settings.BASE_URL));
  const at = cookie?.lastIndexOf(".") ?? -1;
  if (!cookie || at < 1) return null;
  const token = cookie.slice(0, at);
  if (!TOKEN.test(token)) return null;
  return sameToken(cookie.slice(at + 1), signatureOf(signInSecret(ctx.secret), token)) ? token : null;
}

/** The Set-Cookie header of a session, as the sign-in library writes it; `seconds` is how long the browser keeps it. */
export function setSession(ctx: Signed, token: string, seconds: number): string {
  const secure = ctx.settings.BASE_URL.startsWith("https:") ? "; Secure" : "";
  return `${cookieOf(ctx, token)}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

function cookieOf({ settings, secret }: Signed, token: string): string {
  const value = encodeURIComponent(`${token}.${signatureOf(signInSecret(secret), token)}`);
  return `${sessionCookie(settings.BASE_URL)}=${value}`;
}
