import { fail, ok } from "#src/kernel/result.ts";
import { sessionsEnded } from "#src/modules/base/identity/events.ts";
import { logEnded } from "#src/modules/base/identity/renew-session.server.ts";
import { endSessions } from "#src/modules/base/identity/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Ends one session of the signed-in user (by id), or all (null) with what programs may do for them. Another user's session is treated like a missing one: nothing
 * ends, and the response is the same. Refuses: no_user.
 */
export async function endSession(ctx: Context, sessionId: string | null) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  return ctx.db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, userId, sessionId);
    await logEnded(ctx, tx, userId, ended);
    if (ended > 0)
      await audit(tx, ctx, {
        action: "session.ended",
        subject: ["user", userId],
        changes: { sessions: [ended, 0] },
      });
    if (sessionId === null) await ctx.publish(ctx, tx, sessionsEnded({ userId }));
    return ok({ ended });
  });
}
