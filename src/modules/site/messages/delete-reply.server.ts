import { fail, ok } from "#src/kernel/result.ts";
import { holdReply, removeReply } from "#src/modules/site/messages/store/replies.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Deletes a saved reply; what was answered with it stays. Done again it is done. Needs `messages.change`. Refusals: forbidden
 * {missing}.
 */
export async function deleteReply(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "messages.change")) return fail("forbidden", { missing: "messages.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const reply = await holdReply(tx, id);
    if (!reply) return ok({});
    await removeReply(tx, id);
    await audit(tx, ctx, { action: "reply.deleted", subject: ["reply", id], changes: { name: [reply.name, null] } });
    return ok({});
  });
}
