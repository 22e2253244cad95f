import { fail, ok } from "#src/kernel/result.ts";
import { askConfirmation } from "#src/modules/base/identity/ask-confirmation.server.ts";
import { askAuth } from "#src/modules/base/identity/ask-auth.server.ts";
import { newcomer, orForgive } from "#src/modules/base/identity/hash-credential.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import { logEnded } from "#src/modules/base/identity/renew-session.server.ts";
import type { ResetPassword } from "#src/modules/base/identity/schema.ts";
import { sessionsOf } from "#src/modules/base/identity/store.server.ts";
import { granteeOf, ownerOf } from "#src/modules/base/identity/store/tries.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { constantTime } from "#src/platform/constant-time.server.ts";
import { countMail } from "#src/platform/limit-mail.server.ts";
import { rememberBrowser } from "#src/platform/known-browser.server.ts";

/** Longer than everything that emailing a link writes, in milliseconds. */
const STEP = 500;

/**
 * Emails a password reset link, if the address has an account; if nobody has confirmed it, the link that does, where a password is
 * chosen too. Neither the response nor its timing reveals whether it has. Anyone may; limited per address. Refusal:
 * too_many_attempts {retry_after}.
 */
export async function askReset(ctx: RequestContext, email: string) {
  const tries = await countTry(ctx, "reset", email);
  if (!tries.ok) return tries;
  const mails = await countMail(ctx);
  if (!mails.ok) return mails;
  return constantTime(STEP, async () => {
    const owner = await ownerOf(ctx.db, email);
    if (owner?.email_verified === false) {
      const { id: userId } = owner;
      await ctx.db.transaction().execute((tx) => askConfirmation(ctx, tx, { userId, email: owner.email }));
      return ok({});
    }
    const answer = await askAuth(ctx, "/request-password-reset", { body: { email } });
    if (!answer.ok) throw new Error(`the sign-in library answers ${answer.status}`);
    return ok({});
  });
}

/**
 * Sets a new password by an emailed link, once and within the hour; ends all sessions of the account. Anyone with the link may:
 * the cookies make their browser known to the account, so that nobody who guesses at it keeps them out.
 * Refusals: link_invalid (used, expired or unknown), password_common, too_many_attempts {retry_after}.
 */
export async function resetPassword(ctx: RequestContext, { token, password }: ResetPassword, cookie = "") {
  const asker = newcomer(ctx);
  ctx.hasher.expectRoom(asker);
  const tries = await countTry(ctx, "reset");
  if (!tries.ok) return tries;
  const owner = await granteeOf(ctx.db, `reset-password:${token}`);
  // it would leave the name that anybody entered; no link is sent to such an address
  if (owner?.email_verified === false) return fail("link_invalid");
  const sessions = owner ? await sessionsOf(ctx.db, owner.id, ctx.now) : [];
  const answer = await orForgive([tries], () =>
    askAuth(ctx, "/reset-password", { body: { token, newPassword: password }, asker }),
  );
  if (answer.status >= 500) throw new Error(`the sign-in library answers ${answer.status}`);
  const { code } = (await answer.json()) as { code?: string };
  if (!answer.ok) return fail(code === "password_common" ? "password_common" : "link_invalid");
  await tries.forgive();
  if (owner) await logEnded(ctx, ctx.db, owner.id, sessions.length);
  return ok({ cookies: owner ? [rememberBrowser(ctx, cookie, owner.email)] : [] });
}
