import { fail } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { changeDepartures } from "#src/modules/sales/schedule/change-departures.server.ts";
import type { Patch } from "#src/modules/sales/schedule/rules/editing.ts";
import { lockedDepartures } from "#src/modules/sales/schedule/store/admin.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Applies one change to all selected departures after its effect was confirmed: without `consent` it is only previewed. Cancelled
 * and past ones are skipped. Refusals: forbidden, nothing_to_change, mixed_currencies (a price for crawls priced in different
 * currencies), needs_consent {effect, consent, rows}.
 */
export async function editSelection(
  ctx: Context,
  { ids, patch, consent }: { ids: readonly string[]; patch: Patch; consent: string },
) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const locked = await lockedDepartures(tx, ctx, ids);
    const rows = locked.filter((row) => row.status === "scheduled" && row.ends_at > ctx.now);
    if (rows.length === 0) return fail("nothing_to_change");
    const priced = patch.price !== undefined || patch.sale_price !== undefined;
    if (priced && new Set(rows.map((row) => row.crawl_currency)).size > 1) return fail("mixed_currencies");
    return changeDepartures(ctx, tx, { rows, patch, consent, ask: "always" });
  });
}
