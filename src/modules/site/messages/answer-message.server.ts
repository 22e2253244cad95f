import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { messageAnswered } from "#src/modules/site/messages/events.ts";
import { shownAnswers } from "#src/modules/site/messages/queries.server.ts";
import type { AnswerMessage } from "#src/modules/site/messages/schema.ts";
import {
  addAnswer,
  answersOf,
  holdMessage,
  isAnsweredBy,
  setStatus,
} from "#src/modules/site/messages/store/admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Stores an answer to a message and publishes it for emailing, in one transaction; `done` also closes the message. Idempotent
 * per form. Refusals: forbidden {missing}, message_not_found, answered_meanwhile {answers} (somebody else answered after the
 * form was opened: sending it again, having seen that, is accepted).
 */
export async function answerMessage(
  ctx: Context,
  { id, text, key, seen: version, done }: AnswerMessage & { id: string },
) {
  if (!can(ctx.actor, "messages.change")) return fail("forbidden", { missing: "messages.change" });
  if (!isUuid(id)) return fail("message_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const message = await holdMessage(tx, id);
    if (!message) return fail("message_not_found");
    const form_key = `${id}.${key}`;
    if (await isAnsweredBy(tx, form_key)) return ok({});
    const answers = await answersOf(tx, [id]);
    if (answers.length !== version) return fail("answered_meanwhile", { answers: shownAnswers(answers) });
    const answered_by = ctx.actor.userId;
    const answer = await addAnswer(tx, { message_id: id, form_key, text, answered_by, created_at: ctx.now });
    const isDone = done && message.status === "new";
    if (isDone) await setStatus(tx, id, { status: "done", done_at: ctx.now, done_by: answered_by });
    await audit(tx, ctx, {
      action: "message.answered",
      subject: ["message", id],
      changes: isDone ? { status: ["new", "done"] } : {},
    });
    await ctx.publish(ctx, tx, messageAnswered({ messageId: id, answerId: answer.id }));
    return ok({});
  });
}
