import type { Context } from "#src/platform/context.server.ts";
import { readCookie } from "#src/platform/request.server.ts";

/** As long as browsers keep one; renewed with every PIN. */
const SECONDS = 400 * 24 * 3600;

/** In both languages, and nowhere else on the site. */
const PATHS = ["/desk", "/es/desk"];

const isSecure = ({ settings }: Pick<Context, "settings">): boolean => settings.BASE_URL.startsWith("https:");
const nameOf = (secure: boolean): string => (secure ? "__Secure-ronda_desk" : "ronda_desk");

/** The Set-Cookie headers with which a device keeps its secret: no script reads it, no other page gets it. */
export function deskCookies(ctx: Pick<Context, "settings">, secret: string): [string, string][] {
  const secure = isSecure(ctx);
  return PATHS.map((path) => [
    "set-cookie",
    `${nameOf(secure)}=${secret}; Path=${path}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  ]);
}

/** The secret of the device that asks; null without one. */
export function deskSecretOf(ctx: Pick<Context, "settings">, cookieHeader: string | null): string | null {
  const secret = readCookie(cookieHeader, nameOf(isSecure(ctx)));
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null;
}
