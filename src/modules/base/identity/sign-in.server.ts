import { fail, ok } from "#src/kernel/result.ts";
import { askConfirmation } from "#src/modules/base/identity/ask-confirmation.server.ts";
import { askAuth, type Browser } from "#src/modules/base/identity/ask-auth.server.ts";
import { orForgive, signer } from "#src/modules/base/identity/hash-credential.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import { roleOf } from "#src/modules/base/identity/rules/permissions.ts";
import type { SignIn } from "#src/modules/base/identity/schema.ts";
import { slowTry } from "#src/modules/base/identity/slow-tries.server.ts";
import { accountById } from "#src/modules/base/identity/store.server.ts";
import { ownerOf, passwordOf, settledPassword } from "#src/modules/base/identity/store/tries.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { isNotServed } from "#src/platform/fair-queue.server.ts";
import { rememberBrowser } from "#src/platform/known-browser.server.ts";

/**
 * Signs in with email and password. Anyone may; failed attempts are limited per address, network and account. Returns cookies:
 * of a new session and the account's `role`, or where `secondFactor` is true of a challenge that a code must answer (pass-second-factor). Refusals:
 * sign_in_failed (the same whether or not the account exists), too_many_attempts {retry_after}, and with the right password
 * email_unverified, which emails a new link. Throws NotServed where too many wait, and no attempt is counted then.
 */
export async function signIn(ctx: RequestContext, input: SignIn, browser: Browser = { cookie: "", userAgent: "" }) {
  const asker = signer(ctx, input.email, browser.cookie);
  ctx.hasher.expectRoom(asker);
  const tries = await countTry(ctx, "sign-in", input.email);
  if (!tries.ok) return tries;
  const owner = await ownerOf(ctx.db, input.email);
  const userId = owner?.id ?? null;
  const slowed = await slowTry(ctx, "password", { email: input.email, userId, cookie: browser.cookie });
  if (!slowed.ok) return slowed;
  const password = userId === null ? null : await passwordOf(ctx.db, userId);
  // without the request's cookies: the library would let a browser that it trusts in without a code
  const answer = await orForgive([tries, slowed], () =>
    askAuth(ctx, "/sign-in/email", { body: input, userAgent: browser.userAgent, asker }),
  );
  if (answer.status >= 500) throw new Error(`the sign-in library answers ${answer.status}`);
  if (!answer.ok && answer.status !== 403) {
    await logAccess(ctx.db, ctx, { kind: "password", outcome: "failed", userId });
    return fail("sign_in_failed");
  }
  if (userId !== null && (await endOutdated(ctx, { userId, asked: password }, answer))) {
    await logAccess(ctx.db, ctx, { kind: "password", outcome: "failed", userId });
    return fail("sign_in_failed");
  }
  await tries.forgive();
  await slowed.forgive();
  if (!answer.ok) {
    await logAccess(ctx.db, ctx, { kind: "password", outcome: "done", userId });
    if (owner?.email_verified === false) await askAgain(ctx, owner);
    return fail("email_unverified");
  }
  const { twoFactorRedirect: secondFactor = false } = (await answer.json()) as { twoFactorRedirect?: boolean };
  const cookies = answer.headers.getSetCookie();
  await logAccess(ctx.db, ctx, { kind: secondFactor ? "password" : "sign_in", outcome: "done", userId });
  return ok({
    cookies: secondFactor ? cookies : [...cookies, rememberBrowser(ctx, browser.cookie, input.email)],
    secondFactor,
    role: userId === null ? null : await roleNow(ctx, userId),
  });
}

/** The same after work whose outcome a full queue mustn't hide: `busy` then, besides the other refusals. */
export async function signInAfter(ctx: RequestContext, input: SignIn, browser: Browser) {
  try {
    return await signIn(ctx, input, browser);
  } catch (error) {
    if (isNotServed(error)) return fail("busy");
    throw error;
  }
}

/** The role of an account; null for one that is gone. */
export async function roleNow(ctx: RequestContext, userId: string) {
  const account = await accountById(ctx.db, userId);
  return account ? roleOf(account, ctx.settings.ADMIN_EMAILS) : null;
}

/** Emails a new link to an address that nobody has confirmed. */
const askAgain = (ctx: RequestContext, { id, email }: { id: string; email: string }) =>
  ctx.db.transaction().execute((tx) => askConfirmation(ctx, tx, { userId: id, email }));

/**
 * Ends what an answer of the library has begun if the password has changed since it was `asked` for (as its hash): a change ends
 * only what it finds (`end_with_password` in db/schema.sql). Returns whether it has.
 */
export async function endOutdated(
  ctx: RequestContext,
  { userId, asked: password }: { userId: string; asked: string | null },
  answer: Response,
): Promise<boolean> {
  if ((await settledPassword(ctx.db, userId)) === password) return false;
  for (const set of answer.headers.getSetCookie())
    await askAuth(ctx, "/sign-out", { body: {}, cookie: set.split(";")[0] ?? "" });
  return true;
}

/** Ends this browser's session on the server; does nothing without one. The cookies clear the browser's. */
export async function signOut(ctx: RequestContext, cookie: string) {
  const { userId } = await ctx.user();
  const answer = await askAuth(ctx, "/sign-out", { body: {}, cookie });
  // who has deleted their account was taken out of the log with it
  if (userId !== null && (await accountById(ctx.db, userId)))
    await logAccess(ctx.db, ctx, { kind: "sign_out", outcome: "done", userId });
  return ok({ cookies: answer.headers.getSetCookie() });
}
