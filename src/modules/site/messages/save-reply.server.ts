import { fail, ok } from "#src/kernel/result.ts";
import { MOST_REPLIES, type SaveReply } from "#src/modules/site/messages/schema.ts";
import { addReply, changeReply, countReplies, holdReply } from "#src/modules/site/messages/store/replies.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/**
 * Saves a text that messages are answered with, in either language or both: a new one, or that of the same id; saved twice it is
 * there once. Needs `messages.change`. Refusals: forbidden {missing}, name_taken, too_many {max}.
 */
export async function saveReply(ctx: Context, { id, name, text_en, text_es }: SaveReply) {
  if (!can(ctx.actor, "messages.change")) return fail("forbidden", { missing: "messages.change" as const });
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const fields = { name, text_en, text_es };
      const row = { id, ...fields, saved_at: ctx.now, saved_by: ctx.actor.userId };
      const reply = await holdReply(tx, id);
      if (!reply && (await countReplies(tx)) >= MOST_REPLIES) return fail("too_many", { max: MOST_REPLIES });
      // somebody who pressed twice may have added it meanwhile
      const isNew = !reply && (await addReply(tx, row));
      const before = isNew ? undefined : (reply ?? (await holdReply(tx, id)));
      const changes = (["name", "text_en", "text_es"] as const).flatMap((field) =>
        (before?.[field] ?? "") === fields[field] ? [] : [[field, [before?.[field] ?? null, fields[field]]] as const],
      );
      if (changes.length === 0) return ok({});
      if (!isNew) await changeReply(tx, row);
      await audit(tx, ctx, {
        action: isNew ? "reply.created" : "reply.updated",
        subject: ["reply", id],
        changes: Object.fromEntries(changes),
      });
      return ok({});
    });
  } catch (error) {
    if (violated(error) === "saved_replies_by_name") return fail("name_taken");
    throw error;
  }
}
