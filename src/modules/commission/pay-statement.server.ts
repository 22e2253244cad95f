import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { statementPaid } from "#src/modules/commission/events.ts";
import { numberOf, PARTNER_CASH, paidPostings } from "#src/modules/commission/rules/statement.ts";
import { markPaid, statementForUpdate } from "#src/modules/commission/store/statements.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { postEntries } from "#src/modules/ledger/post-entries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Notes that an agreed statement was paid, by the transfer's reference, or that the partner has paid what they owed beyond their
 * commission; posts it. The same reference again is fine. Needs `payments.change`. Refusals: forbidden {missing},
 * statement_not_found, not_agreed, already_paid {reference}.
 */
export async function payStatement(
  ctx: Context,
  { statement_id: id, reference }: { statement_id: string; reference: string },
) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  if (!isUuid(id)) return fail("statement_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const statement = await statementForUpdate(tx, id);
    if (!statement) return fail("statement_not_found");
    const { state, payment_reference: paid, test, partner_id } = statement;
    if (state === "draft") return fail("not_agreed");
    if (state === "paid") return paid === reference ? ok({}) : fail("already_paid", { reference: paid });
    await markPaid(tx, id, { at: ctx.now, by: ctx.actor.userId, reference });
    const figures = { commission: statement.commission!, cash: statement.cash_kept! };
    await postEntries(tx, ctx.now, { provider: PARTNER_CASH, test }, paidPostings(id, figures));
    await audit(tx, ctx, {
      action: "statement.paid",
      subject: ["partner", partner_id],
      changes: {
        statement: [null, numberOf(statement.month, statement.number)],
        amount: [null, figures.commission - figures.cash],
        reference: [null, reference || null],
      },
    });
    await ctx.publish(ctx, tx, statementPaid({ statementId: id, partnerId: partner_id }));
    return ok({});
  });
}
