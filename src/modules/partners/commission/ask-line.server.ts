import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { statementAsked } from "#src/modules/partners/commission/events.ts";
import { numberOf } from "#src/modules/partners/commission/rules/statement.ts";
import {
  addQuestion,
  countAnswered,
  isOn,
  isWaiting,
  statementForUpdate,
} from "#src/modules/partners/commission/store/statements.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Asks about a booking on a partner's statement, for staff to answer; once until they have: the same words again are fine, others
 * refused. `question`: 1 to 500 characters. The caller checks who acts for the partner. Refusals: statement_not_found,
 * booking_not_found, already_asked.
 */
export async function askLine(
  ctx: Context,
  input: { partner_id: string; statement_id: string; booking_id: string; question: string },
) {
  const { statement_id, booking_id, question } = input;
  if (!isUuid(statement_id)) return fail("statement_not_found");
  if (!isUuid(booking_id)) return fail("booking_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    // locked, so that an answer at the same moment is counted; otherwise no email would announce the next question
    const statement = await statementForUpdate(tx, statement_id);
    if (statement?.partner_id !== input.partner_id) return fail("statement_not_found");
    if (!(await isOn(tx, statement, booking_id))) return fail("booking_not_found");
    if (!(await addQuestion(tx, { statement_id, booking_id, question, asked_at: ctx.now })))
      return (await isWaiting(tx, { statement_id, booking_id, question })) ? ok({}) : fail("already_asked");
    await audit(tx, ctx, {
      action: "statement.asked",
      subject: ["partner", statement.partner_id],
      changes: { statement: [null, numberOf(statement.month, statement.number)] },
    });
    const answered = await countAnswered(tx, statement_id);
    await ctx.publish(ctx, tx, statementAsked({ statementId: statement_id, answered }));
    return ok({});
  });
}
