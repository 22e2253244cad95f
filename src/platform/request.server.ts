import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { addressIn, networkOf } from "#src/platform/network.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** The cookie that identifies a browser; over HTTPS bound to this host by its `__Host-` prefix. */
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
    return null; // a malformed cookie must not break the page
  }
}

/** Only a hash of the browser cookie is stored, so that the database alone opens no booking. */
const hashBrowser = (cookie: string): string => createHash("sha256").update(cookie).digest("base64url");

/** The hash of this browser's cookie, or null when it is missing or malformed. `secure`: the site is served over HTTPS. */
export function browserOf(cookieHeader: string | null | undefined, secure: boolean): string | null {
  const cookie = readCookie(cookieHeader, browserCookie(secure));
  return cookie && /^[\w-]{43}$/.test(cookie) ? hashBrowser(cookie) : null;
}

/**
 * A new browser identity: the Set-Cookie header (180 days) and the hash to store on its bookings. Derived from the form's own
 * random key, so that a form sent twice gets one identity: the browser keeps the cookie of whichever response it sees.
 */
export function newBrowser(secret: string, formKey: string, secure: boolean): { setCookie: string; hash: string } {
  const cookie = sign(secret, "browser", formKey);
  const setCookie = `${browserCookie(secure)}=${cookie}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return { setCookie, hash: hashBrowser(cookie) };
}

const WAY_BACK_COOKIE = "ronda_way_back";

/**
 * Keeps the token of a page that sends its visitor to a payment provider, which gets no token. Returns Set-Cookie headers, each
 * limited to one of the paths under which the visitor may return.
 */
export const keepWayBack = (token: string, paths: readonly string[], secure: boolean): [string, string][] =>
  paths.map((path) => {
    const bounds = `Path=${path}; Max-Age=7200; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
    return ["set-cookie", `${WAY_BACK_COOKIE}=${encodeURIComponent(token)}; ${bounds}`];
  });

/** The token that was kept for the return to the requested page. */
export const wayBackOf = (cookieHeader: string | null): string | null => readCookie(cookieHeader, WAY_BACK_COOKIE);

/** A household has that many IPv6 addresses, and limits apply per household. */
const ONE_HOUSEHOLD = { ipv4: 32, ipv6: 64 } as const;

/**
 * The client's address (IPv4, or an IPv6 /64): the socket's, or with `hops` trusted proxies the one that the outermost of them saw.
 * Where that one said no address the socket's counts.
 */
export function addressOf(
  bindings: { incoming: HttpBindings["incoming"] } | undefined,
  forwarded: string | null | undefined,
  hops: number,
): string {
  const socket = bindings?.incoming?.socket?.remoteAddress ?? "127.0.0.1";
  const chain = (forwarded ?? "").split(",").map((part) => part.trim());
  return networkOf((hops === 0 ? null : addressIn(chain.at(-hops) ?? "")) ?? socket, ONE_HOUSEHOLD);
}

/** The network of one provider's customer: more addresses of it don't give more turns. */
const CLIENT = { ipv4: 24, ipv6: 48 } as const;

/** Whom a turn is given to: the network of an address of `addressOf`. */
export const clientOf = (address: string): string => networkOf(address, CLIENT);

/** Reads whom a request's turn is given to. Remembers some hundred: it is asked before a kept page, which costs little more than this. */
export function clientReader(hops: number): (incoming: IncomingMessage) => string {
  const addresses = new Map<string, string>();
  return (incoming) => {
    const forwarded = hops === 0 ? undefined : (incoming.headers["x-forwarded-for"] as string | undefined);
    const key = `${incoming.socket.remoteAddress} ${forwarded}`;
    let client = addresses.get(key);
    if (client === undefined) {
      if (addresses.size >= MOST_KNOWN) addresses.clear();
      addresses.set(key, (client = clientOf(addressOf({ incoming }, forwarded, hops))));
    }
    return client;
  };
}
const MOST_KNOWN = 500;

/**
 * Whether a state-changing request comes from another site's page, according to the browser. The framework checks only pages,
 * not resource routes. Non-browser clients send no such headers, and no cookies of ours either.
 */
export function isForeignPost(method: string, headers: Headers, origin: string): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const from = headers.get("origin");
  // another host of the same domain counts as another site
  const foreign = ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");
  return foreign || (from !== null && from !== origin);
}

/**
 * A page request's headers with the Origin that the browser knows. A page with no-referrer makes browsers post its plain forms
 * with `Origin: null`; Sec-Fetch-Site, which no page can set, then shows that the form was ours.
 */
export function withKnownOrigin(headers: Headers, origin: string): Headers {
  if (headers.get("origin") !== "null" || headers.get("sec-fetch-site") !== "same-origin") return headers;
  const newHeaders = new Headers(headers);
  newHeaders.set("origin", origin);
  return newHeaders;
}

/**
 * Whether a request asks for one part of a file, in bytes and without a condition on its age: the only kind of partial request
 * that is served.
 */
export const isOnePart = (headers: Headers): boolean =>
  /^bytes=(\d+-\d*|-\d+)$/.test(headers.get("range") ?? "") && !headers.has("if-range");
