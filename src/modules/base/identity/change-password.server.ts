import { fail, ok } from "#src/kernel/result.ts";
import { askAuth, type Browser, refusedBy } from "#src/modules/base/identity/ask-auth.server.ts";
import { checkPassword } from "#src/modules/base/identity/check-password.server.ts";
import { logEnded } from "#src/modules/base/identity/renew-session.server.ts";
import type { ChangePassword } from "#src/modules/base/identity/schema.ts";
import { sessionsOf } from "#src/modules/base/identity/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/**
 * Sets another password for the signed-in user's account and ends all its sessions; the cookies carry a new one for this
 * browser. Refuses: no_user, wrong_password, password_short, password_long, password_common, too_many_attempts, not_saved.
 */
export async function changePassword(ctx: RequestContext, input: ChangePassword, browser: Browser) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  const { current_password: currentPassword, new_password: newPassword } = input;
  const check = await checkPassword(ctx, currentPassword, browser.cookie);
  if (!check.ok) return check;
  const others = (await sessionsOf(ctx.db, userId, ctx.now)).length - 1;
  const body = { currentPassword, newPassword, revokeOtherSessions: true };
  const answer = await askAuth(ctx, "/change-password", { body, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  await logEnded(ctx, ctx.db, userId, others);
  await audit(ctx.db, ctx, { action: "password.changed", subject: ["user", userId] });
  return ok({ cookies: answer.headers.getSetCookie() });
}
