import { fail, ok } from "#src/kernel/result.ts";
import type { Browser } from "#src/modules/identity/ask-auth.server.ts";
import { checkPasswordOf } from "#src/modules/identity/check-password.server.ts";
import { emailChanged } from "#src/modules/identity/events.ts";
import { readConfirmation } from "#src/modules/identity/grant-confirmation.server.ts";
import { countTry } from "#src/modules/identity/limit-tries.server.ts";
import { logEnded } from "#src/modules/identity/renew-session.server.ts";
import {
  accountById,
  accountForUpdate,
  endSessions,
  forgetGrants,
  moveAddress,
} from "#src/modules/identity/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/**
 * Moves an account to another address by the link that was emailed there. The link proves the address and the password the
 * account: whoever only reads the mail can't make it a stranger's account, and get their own bookings shown in it. All its sessions
 * end. Anyone with both may, signed in or not, again too, with the same outcome; it signs nobody in. Refusals: link_expired,
 * link_invalid (also where the address has an account by now), wrong_password, too_many_attempts {retry_after}.
 */
export async function confirmEmailChange(ctx: RequestContext, token: string, password: string, browser: Browser) {
  const tries = await countTry(ctx, "code");
  if (!tries.ok) return tries;
  const read = readConfirmation(ctx, token);
  if (!read.ok) return read;
  const { confirmation } = read;
  if (confirmation.kind !== "email_change") return fail("link_invalid");
  const { userId, email, newEmail } = confirmation;
  const account = await accountById(ctx.db, userId);
  if (!account?.email_verified || ![email, newEmail].includes(account.email)) return fail("link_invalid");
  const known = await checkPasswordOf(ctx, account, password, browser.cookie);
  if (!known.ok) return known;
  await tries.forgive();
  return ctx.db.transaction().execute(async (tx) => {
    const held = await accountForUpdate(tx, userId);
    if (held?.email === newEmail) return ok({});
    if (held?.email !== email || !(await moveAddress(tx, userId, newEmail, ctx.now))) return fail("link_invalid");
    const actor = { ...ctx.actor, kind: "user" as const, userId, email: newEmail, emailVerified: true };
    const theirs = { ...ctx, actor };
    await forgetGrants(tx, userId);
    await logEnded(theirs, tx, userId, await endSessions(tx, userId, null));
    await audit(tx, theirs, { action: "email.changed", subject: ["user", userId] });
    await ctx.publish(theirs, tx, emailChanged({ userId, email: newEmail, oldEmail: email }));
    return ok({});
  });
}
