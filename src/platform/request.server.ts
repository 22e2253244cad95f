import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { sign } from "#src/platform/secrets.server.ts";

/** The cookie that says which browser it is; in HTTPS the browser itself binds it to this host (`__Host-`). */
const browserCookie = (secure: boolean): string => (secure ? "__Host-ronda_browser" : "ronda_browser");

/** Reads one cookie of a Cookie header; null when there is none or it can't be decoded. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim());
  }
  return null;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null; // whatever a stranger put there must not break the page
  }
}

/** What is stored of a browser's cookie: a hash, so that the database alone opens no booking. */
const hashBrowser = (cookie: string): string => createHash("sha256").update(cookie).digest("base64url");

/** The hash of this browser's cookie, or null when it has none (or a malformed one). `secure`: the site is served by HTTPS. */
export function browserOf(cookieHeader: string | null | undefined, secure: boolean): string | null {
  const cookie = readCookie(cookieHeader, browserCookie(secure));
  return cookie && /^[\w-]{43}$/.test(cookie) ? hashBrowser(cookie) : null;
}

/**
 * A new browser identity: the Set-Cookie header (180 days) and the hash to store on what it books. It follows from a form's own
 * random key, so that a form sent twice gets one identity: the browser keeps the cookie of whichever answer it sees.
 */
export function newBrowser(secret: string, formKey: string, secure: boolean): { setCookie: string; hash: string } {
  const cookie = sign(secret, `browser:${formKey}`);
  const setCookie = `${browserCookie(secure)}=${cookie}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return { setCookie, hash: hashBrowser(cookie) };
}

const WAY_BACK_COOKIE = "ronda_way_back";

/**
 * The token of a page that sends its visitor to a payment company, kept for the way back: the company is told no token. Set-Cookie
 * headers for each of the paths under which the visitor may come back, which nothing else of the site is asked with.
 */
export const keepWayBack = (token: string, paths: readonly string[], secure: boolean): [string, string][] =>
  paths.map((path) => {
    const bounds = `Path=${path}; Max-Age=7200; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
    return ["set-cookie", `${WAY_BACK_COOKIE}=${encodeURIComponent(token)}; ${bounds}`];
  });

/** The token that was kept for the way back to the page that is asked for. */
export const wayBackOf = (cookieHeader: string | null): string | null => readCookie(cookieHeader, WAY_BACK_COOKIE);

/** The client's address: the socket's, or with `hops` trusted proxies the one that the outermost of them saw. */
export function addressOf(
  bindings: HttpBindings | undefined,
  forwarded: string | null | undefined,
  hops: number,
): string {
  const socket = bindings?.incoming?.socket?.remoteAddress ?? "127.0.0.1";
  const chain = (forwarded ?? "").split(",").map((part) => part.trim());
  return networkOf((hops === 0 ? null : chain.at(-hops)) || socket);
}

/** An IPv6 address comes down to its first 64 bits: a household has that many addresses, and limits are for households. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const before = head === "" ? [] : head.split(":");
  const zeros = tail === undefined ? 0 : 8 - before.length - (tail === "" ? 0 : tail.split(":").length);
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/**
 * Whether a request that changes something was made by another site's page: its browser says so. The framework looks at pages
 * only, not at routes without one. Programs say nothing of where they come from, and bring no cookies of ours along.
 */
export function isForeignPost(method: string, headers: Headers, origin: string): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const from = headers.get("origin");
  // another host of the same domain is another site to us
  const foreign = ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");
  return foreign || (from !== null && from !== origin);
}

/**
 * The headers of a page's request with an origin that says what the browser knows. A page that tells no referrer makes browsers
 * post its plain forms with `Origin: null`; that such a form was ours is then said by Sec-Fetch-Site, which no page can write.
 */
export function withKnownOrigin(headers: Headers, origin: string): Headers {
  if (headers.get("origin") !== "null" || headers.get("sec-fetch-site") !== "same-origin") return headers;
  const known = new Headers(headers);
  known.set("origin", origin);
  return known;
}
