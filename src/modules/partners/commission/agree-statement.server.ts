import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { numberOf } from "#src/modules/partners/commission/rules/statement.ts";
import { holdAlone } from "#src/modules/partners/commission/store/lines.server.ts";
import {
  figuresOf,
  freeze,
  statementById,
  statementForUpdate,
} from "#src/modules/partners/commission/store/statements.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** The amounts shown to whoever agrees, in centavos: they agree to these and to nothing else. */
export type Agreed = { statement_id: string; commission: number; cash: number };

/** Staff agree to a statement for its partner. Needs `payments.change`. Refusals: forbidden {missing} and those of `agreeStatement`. */
export async function agreeForPartner(ctx: Context, agreed: Agreed) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  const statement = isUuid(agreed.statement_id) ? await statementById(ctx.db, agreed.statement_id) : undefined;
  return statement
    ? agreeStatement(ctx, { ...agreed, partner_id: statement.partner_id }, "staff")
    : fail("statement_not_found");
}

/**
 * Agrees to a partner's statement: from now on nothing of it changes, and the cash that the partner kept is settled with it.
 * Repeating it is fine. The caller checks who acts for the partner. Refusals: statement_not_found, statement_changed {commission,
 * cash} (centavos, as they are now).
 */
export async function agreeStatement(ctx: Context, agreed: Agreed & { partner_id: string }, by: "partner" | "staff") {
  const { statement_id: id, partner_id } = agreed;
  if (!isUuid(id)) return fail("statement_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    await holdAlone(statementsOf(tx), [partner_id]);
    const statement = await statementForUpdate(tx, id);
    if (statement?.partner_id !== partner_id) return fail("statement_not_found");
    if (statement.state !== "draft") return ok({});
    const figures = await figuresOf(tx, statement);
    const { commission, cash } = figures;
    if (commission !== agreed.commission || cash !== agreed.cash)
      return fail("statement_changed", { commission, cash });
    const byStaff = by === "staff";
    await freeze(tx, id, { ...figures, by, at: ctx.now });
    await audit(tx, ctx, {
      action: byStaff ? "statement.agreed" : "statement.agreed_by_partner",
      subject: ["partner", partner_id],
      changes: {
        statement: [null, numberOf(statement.month, statement.number)],
        amount: [null, commission - cash],
      },
    });
    return ok({});
  });
}
