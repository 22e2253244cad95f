import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { type Scope, SCOPES } from "#src/modules/base/identity/rules/scopes.ts";

/** For how long a program may act for somebody before they are asked again. */
export const DAYS = 30;

/** What a program may ask staff for: the scopes that open tools. */
export const OFFERED = [
  "availability:read",
  "bookings:read",
  "bookings:write",
  "tonight:read",
  "money:read",
] as const satisfies readonly Scope[];
export type OfferedScope = (typeof OFFERED)[number];

/** Whether a text could be the id of a program: 16 random bytes, base64url. */
export const isClientId = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** Those of the scopes that somebody of staff may do themselves, now. */
export const scopesWithin = (actor: Parameters<typeof can>[0], scopes: readonly string[]): OfferedScope[] =>
  OFFERED.filter((scope) => scopes.includes(scope) && can(actor, SCOPES[scope]));

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Whether an address is of the reader's own device. */
export const isLoopback = (uri: string): boolean => LOOPBACK.includes(URL.parse(uri)?.hostname ?? "");

/** The host of an address; null where it is of the reader's own device. */
export const hostOf = (uri: string): string | null => (isLoopback(uri) ? null : new URL(uri).host);

/** Whether a code may be sent to an address: over https, or to a program on the reader's own device (OAuth 2.1, section 2.3.1). */
export function isRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url || uri.includes("#") || url.username !== "" || url.password !== "" || /[^\x21-\x7e]|[\\*]/.test(uri))
    return false;
  return isLoopback(uri) ? url.protocol === "http:" : url.protocol === "https:";
}
