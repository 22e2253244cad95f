import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { statementAnswered } from "#src/modules/partners/commission/events.ts";
import { answer, questionForUpdate } from "#src/modules/partners/commission/store/statements.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Answers what a partner asked about a booking; they read it on their page and in an email. `text`: 1 to 500 characters. Needs
 * `affiliates.change`. Refusals: forbidden {missing}, question_not_found, already_answered.
 */
export async function answerQuestion(ctx: Context, { question_id: id, text }: { question_id: string; text: string }) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" as const });
  if (!isUuid(id)) return fail("question_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const question = await questionForUpdate(tx, id);
    if (!question) return fail("question_not_found");
    if (question.answer !== null) return question.answer === text ? ok({}) : fail("already_answered");
    await answer(tx, id, { answer: text, at: ctx.now, by: ctx.actor.userId });
    await audit(tx, ctx, {
      action: "statement.answered",
      subject: ["partner", question.partner_id],
      changes: { month: [null, question.month] },
    });
    await ctx.publish(ctx, tx, statementAnswered({ questionId: id, partnerId: question.partner_id }));
    return ok({});
  });
}
