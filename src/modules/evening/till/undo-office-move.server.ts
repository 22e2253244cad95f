import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { officePosting } from "#src/modules/evening/till/rules/office.ts";
import { markUndone, moveForUpdate } from "#src/modules/evening/till/store/office.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Takes a movement of the office's cash back that was recorded by mistake: by a counter-entry of now, in the family of money that it
 * was in. Repeating it is fine. Requires `payments.change`. Refusals: forbidden {missing}, move_not_found.
 */
export async function undoOfficeMove(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const move = await moveForUpdate(tx, id);
    if (!move) return fail("move_not_found");
    if (move.undone_at) return ok({});
    await markUndone(tx, id, { undone_at: ctx.now, undone_by: ctx.actor.userId });
    await postEntries(tx, ctx.now, { purchaseId: null, test: move.test }, [officePosting(move, true)]);
    await audit(tx, ctx, {
      action: "office.undone",
      subject: ["office_move", id],
      changes: { amount: [{ [move.currency]: move.amount }, null] },
    });
    return ok({});
  });
}
