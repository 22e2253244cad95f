import { isUuid } from "#src/kernel/codes.ts";
import { localizedPath, type Locale } from "#src/kernel/localized.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Purpose, sameToken, sign } from "#src/platform/secrets.server.ts";

type Keeper = Pick<Context, "secret">;

/** A record's id and our signature of it: the link names what it opens, and is stored nowhere. */
const tokenOf = ({ secret }: Keeper, purpose: Purpose, id: string) => `${id}.${sign(secret, purpose, id)}`;

function idIn({ secret }: Keeper, purpose: Purpose, token: string): string | null {
  const [, id = "", signature = ""] = /^([\w-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  return isUuid(id) && sameToken(signature, sign(secret, purpose, id)) ? id : null;
}

/** The token by which a guide answers a request. It opens nothing else, and is worth nothing once its nights have begun. */
export const requestToken = (ctx: Keeper, requestId: string): string => tokenOf(ctx, "shifts", requestId);

/** The request that a token is for; null where we didn't make it. */
export const requestIn = (ctx: Keeper, token: string): string | null => idIn(ctx, "shifts", token);

/** The link to a request's page, in a language. */
export const requestLink = (ctx: Keeper & Pick<Context, "settings">, requestId: string, locale: Locale): string =>
  ctx.settings.BASE_URL + localizedPath(`/shifts/${requestToken(ctx, requestId)}`, locale);

/** The token of a guide's calendar. A new version ends all links before it. */
export const calendarToken = ({ secret }: Keeper, userId: string, version: number): string =>
  `${userId}.${sign(secret, "guide-calendar", userId, version)}`;

/** Whose calendar a token claims to be; the version decides (`isCalendarToken`). */
export const ownerIn = (token: string): string | null => {
  const id = token.slice(0, 36);
  return isUuid(id) ? id : null;
};

export const isCalendarToken = (ctx: Keeper, token: string, userId: string, version: number): boolean =>
  sameToken(token, calendarToken(ctx, userId, version));
