import { fail, ok } from "#src/kernel/result.ts";
import { sessionsEnded } from "#src/modules/base/identity/events.ts";
import { logEnded } from "#src/modules/base/identity/renew-session.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { endSessions } from "#src/modules/base/identity/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Ends all sessions of a user, who may sign in again, and what programs may do for them. Admins only. Refusals: forbidden {missing}. */
export async function revokeSessions(ctx: Context, { user_id: id }: { user_id: string }) {
  if (!can(ctx.actor, "roles.change")) return fail("forbidden", { missing: "roles.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, id, null);
    await logEnded(ctx, tx, id, ended);
    if (ended > 0)
      await audit(tx, ctx, { action: "session.revoked", subject: ["user", id], changes: { sessions: [ended, 0] } });
    await ctx.publish(ctx, tx, sessionsEnded({ userId: id }));
    return ok({ ended });
  });
}
