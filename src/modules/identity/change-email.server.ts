import { fail, ok } from "#src/kernel/result.ts";
import { askAuth, type Browser, refusedBy } from "#src/modules/identity/ask-auth.server.ts";
import { checkPassword } from "#src/modules/identity/check-password.server.ts";
import type { ChangeEmail } from "#src/modules/identity/schema.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/**
 * Requests another address for the signed-in user's account: a link goes there, and until it is opened the old address stays.
 * An address that already has an account gets no email, and the response doesn't reveal it. Refuses: no_user, wrong_password,
 * same_email, too_many_attempts, not_saved.
 */
export async function changeEmail(ctx: RequestContext, input: ChangeEmail, browser: Browser) {
  const { userId, email } = ctx.actor;
  if (userId === null) return fail("no_user");
  if (input.new_email.toLowerCase() === email?.toLowerCase()) return fail("same_email");
  const known = await checkPassword(ctx, input.password, browser.cookie);
  if (!known.ok) return known;
  const answer = await askAuth(ctx, "/change-email", { body: { newEmail: input.new_email }, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  await audit(ctx.db, ctx, { action: "email.change_asked", subject: ["user", userId] });
  return ok({});
}
