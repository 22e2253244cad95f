import { fail, ok } from "#src/kernel/result.ts";
import { undoPaidBefore } from "#src/modules/money/payments/record-paid-before.server.ts";
import { undoImported } from "#src/modules/sales/booking/import-bookings.server.ts";
import { holdImported, voidImported } from "#src/modules/evening/tickets/issue-imported.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { undoBlocks } from "#src/modules/office/importing/queries.server.ts";
import { undoBlockOf } from "#src/modules/office/importing/rules/undo.ts";
import {
  deleteCustomersOf,
  endReferences,
  idsOfImport,
  importForUpdate,
  markUndone,
} from "#src/modules/office/importing/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { isBusy } from "#src/platform/transaction.server.ts";

/**
 * Undoes an import, all of it and quietly: bookings are cancelled as though they had never been sold, their places are free, tickets
 * void, the books balanced; customers are deleted. The file can be imported again. Needs `imports.change`. Refusals: forbidden
 * {missing}, import_not_found, not_done, cannot_undo {block, count}
 * (`UNDO_BLOCKS`), busy.
 */
export async function undoImport(ctx: Context, id: string) {
  if (!can(ctx.actor, "imports.change")) return fail("forbidden", { missing: "imports.change" as const });
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const row = await importForUpdate(tx, id);
      if (!row) return fail("import_not_found");
      if (row.state === "undone") return ok({});
      if (row.state !== "done") return fail("not_done");
      if (row.kind === "customers") await deleteCustomersOf(tx, id);
      else {
        const ids = await idsOfImport(tx, id);
        const blockNow = async () => undoBlockOf(await undoBlocks(ctx, tx, { ...row, ids: await idsOfImport(tx, id) }));
        // what is refused locks nothing: after a night, the door holds tickets before bookings
        const early = await blockNow();
        if (early) return fail("cannot_undo", early);
        // what is done to a booking until it is locked is either seen by the second look, or comes too late
        const result = await undoImported(ctx, tx, ids, async () => {
          await holdImported(tx, ids);
          return blockNow();
        });
        if (!result.ok) return fail("cannot_undo", result.blocked);
        await voidImported(tx, result.ids);
        await undoPaidBefore(ctx, tx, result.ids);
        await endReferences(tx, id);
      }
      await markUndone(tx, id, ctx.now);
      await audit(tx, ctx, {
        action: "import.undone",
        subject: ["import", id],
        changes: { status: ["done", "undone"] },
      });
      return ok({});
    });
  } catch (error) {
    if (isBusy(error)) return fail("busy");
    throw error;
  }
}
