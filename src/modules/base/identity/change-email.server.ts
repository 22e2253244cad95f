import { fail, ok } from "#src/kernel/result.ts";
import { askEmailChange } from "#src/modules/base/identity/ask-confirmation.server.ts";
import type { Browser } from "#src/modules/base/identity/ask-auth.server.ts";
import { checkPassword } from "#src/modules/base/identity/check-password.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import type { ChangeEmail } from "#src/modules/base/identity/schema.ts";
import { isTaken } from "#src/modules/base/identity/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import { constantTime } from "#src/platform/constant-time.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/** Longer than everything that emailing a link writes, in milliseconds. */
const STEP = 250;

/**
 * Requests another address for the signed-in user's account: a link goes there, and until it is opened and the password entered
 * (confirm-email-change) the old address stays. An address that already has an account gets no email, and neither the response nor
 * its timing reveals it. Refuses: no_user, wrong_password, same_email, too_many_attempts {retry_after}.
 */
export async function changeEmail(ctx: RequestContext, input: ChangeEmail, browser: Browser) {
  const { userId, email } = ctx.actor;
  if (userId === null || email === null) return fail("no_user");
  const newEmail = input.new_email.toLowerCase();
  if (newEmail === email.toLowerCase()) return fail("same_email");
  const check = await checkPassword(ctx, input.password, browser.cookie);
  if (!check.ok) return check;
  const tries = await countTry(ctx, "email-change", userId);
  if (!tries.ok) return tries;
  return constantTime(STEP, () =>
    ctx.db.transaction().execute(async (tx) => {
      if (!(await isTaken(tx, newEmail))) await askEmailChange(ctx, tx, { userId, email, newEmail });
      await audit(tx, ctx, { action: "email.change_asked", subject: ["user", userId] });
      return ok({});
    }),
  );
}
