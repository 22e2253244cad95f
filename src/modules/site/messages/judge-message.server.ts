import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { messageReceived } from "#src/modules/site/messages/events.ts";
import { holdMessage, trustMessage } from "#src/modules/site/messages/store/admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Says that a suspect message is no spam: it is a new one from then on, and its sender and staff are told as of any other.
 * Idempotent. Refusals: forbidden {missing}, message_not_found.
 */
export async function judgeMessage(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "messages.change")) return fail("forbidden", { missing: "messages.change" });
  if (!isUuid(id)) return fail("message_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const message = await holdMessage(tx, id);
    if (!message) return fail("message_not_found");
    if (!message.is_suspect) return ok({});
    await trustMessage(tx, id);
    await audit(tx, ctx, {
      action: "message.trusted",
      subject: ["message", id],
      changes: { is_suspect: [true, false] },
    });
    await ctx.publish(ctx, tx, messageReceived({ messageId: id }));
    return ok({});
  });
}
