import { fail, ok } from "#src/kernel/result.ts";
import { secondFactorChanged } from "#src/modules/base/identity/events.ts";
import { logEnded } from "#src/modules/base/identity/renew-session.server.ts";
import { deleteSecondFactor, endSessions, forgetGrants } from "#src/modules/base/identity/store.server.ts";
import { accountByEmail } from "#src/modules/base/identity/store/people.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Publishes in the transaction: the command line has no wiring. */
type Publisher = { publish: (tx: Tx, event: ReturnType<typeof secondFactorChanged>) => Promise<void> };

/**
 * Removes the second factor of an account whose owner can't show a code anymore, or whose factor was set up under another
 * APP_SECRET, ends its sessions and tells its owner. For the command line, whose user can reach the database anyway. Refusals:
 * no_account, no_factor.
 */
export async function resetSecondFactor(
  ctx: Pick<Context, "db" | "actor" | "now">,
  email: string,
  { publish }: Publisher,
) {
  return ctx.db.transaction().execute(async (tx) => {
    const account = await accountByEmail(tx, email.trim());
    if (!account) return fail("no_account");
    if (!(await deleteSecondFactor(tx, account.id, ctx.now))) return fail("no_factor");
    await forgetGrants(tx, account.id);
    const ended = await endSessions(tx, account.id, null);
    await logEnded(ctx, tx, account.id, ended);
    await audit(tx, ctx, {
      action: "second_factor.removed",
      subject: ["user", account.id],
      changes: { sessions: [ended, 0] },
    });
    await publish(tx, secondFactorChanged({ userId: account.id, email: account.email, enabled: false }));
    return ok({ ended });
  });
}
