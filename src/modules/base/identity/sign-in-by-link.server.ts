import { randomBytes } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import type { Browser } from "#src/modules/base/identity/ask-auth.server.ts";
import { takeSignIn } from "#src/modules/base/identity/grant-sign-in.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import { proveAddress } from "#src/modules/base/identity/prove-address.server.ts";
import { isStaff, roleOf } from "#src/modules/base/identity/rules/permissions.ts";
import type { OwnName } from "#src/modules/base/identity/schema.ts";
import { addVerified } from "#src/modules/base/identity/store/people.server.ts";
import { accountToOpen, insertSession } from "#src/modules/base/identity/store/sign-in-links.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { rememberBrowser } from "#src/platform/known-browser.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { setSession } from "#src/platform/session-cookie.server.ts";

/** As long as the sign-in library lets a session last. */
const SESSION_SECONDS = 7 * 86_400;

/**
 * Signs in by a mailed link, which proves that its reader gets the address's mail: to the address's account, or to a new one, in
 * place of a sign-up that nobody has confirmed, with the name that they enter and no password. Anyone with the link may, once. The
 * cookies begin a session; `isNew` says whether the address is confirmed by it. Refusals: link_invalid (used, too old or unknown, or
 * the account is banned), needs_password (an account of staff or with a second factor: mail alone never opens it), too_many_attempts
 * {retry_after}.
 */
export async function signInByLink(ctx: RequestContext, token: string, name: OwnName | null, browser: Browser) {
  const tries = await countTry(ctx, "code");
  if (!tries.ok) return tries;
  const entered = await ctx.db.transaction().execute((tx) => enter(ctx, tx, token, name));
  if (!entered.ok) return entered;
  await tries.forgive();
  const { session, email, isNew } = entered;
  return ok({
    cookies: [setSession(ctx, session, SESSION_SECONDS), rememberBrowser(ctx, browser.cookie, email)],
    isNew,
  });
}

async function enter(ctx: RequestContext, tx: Tx, token: string, name: OwnName | null) {
  const entrant = await takeSignIn(tx, token, ctx.now);
  if (!entrant) return fail("link_invalid");
  const { email, ...offered } = entrant;
  const found = await accountToOpen(tx, email);
  if (found?.banned) return fail("link_invalid");
  if (needsPassword(ctx, email, found)) return fail("needs_password");
  const { first_name, last_name } = name ?? offered;
  const user = await addVerified(tx, { email, name: `${first_name} ${last_name}`.trim(), now: ctx.now });
  if (user) {
    const credentials = { password: null, first_name, last_name, language: ctx.locale, marketing_consent: false };
    await proveAddress(ctx, tx, { id: user.id, email }, credentials);
  }
  // who has confirmed the address just now has an account with a password, and no factor yet
  const account = user ?? found ?? (await accountToOpen(tx, email));
  if (!account) return fail("link_invalid");
  const session = await beginSession(ctx, tx, account.id);
  await logAccess(tx, ctx, { kind: "sign_in", outcome: "done", userId: account.id });
  return ok({ session, email, isNew: user !== undefined });
}

type Found = Awaited<ReturnType<typeof accountToOpen>>;

/** Whether an address's account, or the one it would get, is more than a guest's. */
function needsPassword({ settings }: Pick<RequestContext, "settings">, email: string, found: Found): boolean {
  const role = roleOf({ role: found?.role ?? null, email, email_verified: true }, settings.ADMIN_EMAILS);
  return isStaff(role) || (found?.email_verified === true && found.two_factor_enabled === true);
}

/** Returns the new session's token. */
async function beginSession(ctx: RequestContext, tx: Tx, userId: string): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  const { address, userAgent: user_agent } = ctx.actor;
  // in the form that the sign-in library expects
  const ip_address = address.replace("::/64", "::");
  const expires_at = new Date(ctx.now.getTime() + SESSION_SECONDS * 1000);
  await insertSession(tx, { token: hashToken(token), user_id: userId, expires_at, ip_address, user_agent }, ctx.now);
  return token;
}
