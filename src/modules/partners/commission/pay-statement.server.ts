import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { statementPaid } from "#src/modules/partners/commission/events.ts";
import { isOnSheet, numberOf, PARTNER_CASH, paidPostings } from "#src/modules/partners/commission/rules/statement.ts";
import {
  markPaid,
  sheetForUpdate,
  statementForUpdate,
  type StatementRow,
} from "#src/modules/partners/commission/store/statements.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

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
    const { state, payment_reference: paid } = statement;
    if (state === "draft") return fail("not_agreed");
    if (state === "paid") return paid === reference ? ok({}) : fail("already_paid", { reference: paid });
    await notePaid(ctx, tx, statement, reference);
    return ok({});
  });
}

/** A payout sheet as it was shown to whoever pays it: its statements, and their sum in centavos. */
export type SeenSheet = { statements: readonly string[]; sum: number };

/**
 * Notes that every statement of a payout sheet was paid, each by the reference that it has there: all of them or none. Doing the same
 * again is fine. Needs `payments.change`. Refusals: forbidden {missing}, sheet_changed {count, sum}: what of it can still be paid, in centavos.
 */
export async function paySheet(ctx: Context, sheet: SeenSheet) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const rows = await sheetForUpdate(tx, sheet.statements, practises(ctx));
    const reference = (row: { month: string; number: number }) => numberOf(row.month, row.number);
    const waiting = rows.filter(isOnSheet);
    const done = rows.filter((row) => row.state === "paid" && row.payment_reference === reference(row));
    const sumOf = (some: readonly { due: number }[]) => some.reduce((sum, { due }) => sum + due, 0);
    const statements = [...waiting, ...done];
    if (statements.length !== new Set(sheet.statements).size || sumOf(statements) !== sheet.sum)
      return fail("sheet_changed", { count: waiting.length, sum: sumOf(waiting) });
    for (const row of waiting) await notePaid(ctx, tx, row, reference(row));
    return ok({});
  });
}

async function notePaid(ctx: Context, tx: Tx, statement: StatementRow, reference: string): Promise<void> {
  const { id, test, partner_id } = statement;
  await markPaid(tx, id, { at: ctx.now, by: ctx.actor.userId, reference });
  const figures = { commission: statement.commission!, cash: statement.cash_kept! };
  await postEntries(tx, ctx.now, { purchaseId: null, provider: PARTNER_CASH, test }, paidPostings(id, figures));
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
}
