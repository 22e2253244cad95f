import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { holdMessage, setStatus } from "#src/modules/site/messages/store/admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Marks a message as done, or reopens it. Idempotent: whoever did it first stays recorded. Refusals: forbidden {missing},
 * message_not_found.
 */
export async function closeMessage(ctx: Context, { id, done }: { id: string; done: boolean }) {
  if (!can(ctx.actor, "messages.change")) return fail("forbidden", { missing: "messages.change" });
  if (!isUuid(id)) return fail("message_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const message = await holdMessage(tx, id);
    if (!message) return fail("message_not_found");
    const status = done ? "done" : "new";
    if (message.status === status) return ok({});
    await setStatus(tx, id, { status, done_at: done ? ctx.now : null, done_by: done ? ctx.actor.userId : null });
    await audit(tx, ctx, {
      action: done ? "message.done" : "message.reopened",
      subject: ["message", id],
      changes: { status: [message.status, status] },
    });
    return ok({});
  });
}
