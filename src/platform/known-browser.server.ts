import { randomBytes } from "node:crypto";
import { readCookie } from "#src/platform/request.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";
import { sessionCookiePrefix } from "#src/platform/session-cookie.server.ts";

type Signed = { settings: { BASE_URL: string }; secret: string };

const YEAR = 365 * 24 * 3600;
/** Accounts that one browser is remembered for, the last ones. */
const MOST = 5;

const cookieOf = ({ settings }: Signed): string => `${sessionCookiePrefix(settings.BASE_URL)}.known`;
const proofOf = ({ secret }: Signed, id: string, email: string): string =>
  sign(secret, "known", id, email.toLowerCase());

function read(ctx: Signed, cookie: string): { id: string; proofs: string[] } | null {
  const [id = "", ...proofs] = readCookie(cookie, cookieOf(ctx))?.split(".") ?? [];
  return /^[\w-]{22}$/.test(id) ? { id, proofs: proofs.slice(0, MOST) } : null;
}

/** The random id of a browser that has signed in to an account before; null for any other. It proves nothing else. */
export function knownBrowser(ctx: Signed, cookie: string, email: string): string | null {
  const proofs = read(ctx, cookie);
  if (!proofs) return null;
  const proof = proofOf(ctx, proofs.id, email);
  return proofs.proofs.some((one) => sameToken(one, proof)) ? proofs.id : null;
}

/** The Set-Cookie header that makes a browser known to an account, beside others, for a year. */
export function rememberBrowser(ctx: Signed, cookie: string, email: string): string {
  const { id, proofs } = read(ctx, cookie) ?? { id: randomBytes(16).toString("base64url"), proofs: [] };
  const proof = proofOf(ctx, id, email);
  const proofList = [proof, ...proofs.filter((one) => one !== proof)].slice(0, MOST);
  const secure = ctx.settings.BASE_URL.startsWith("https:") ? "; Secure" : "";
  return `${cookieOf(ctx)}=${[id, ...proofList].join(".")}; Max-Age=${YEAR}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}
