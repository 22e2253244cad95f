import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { setTotalSeats } from "#src/modules/sales/schedule/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Sets a departure's total seats. Admins and the system only. Fewer than are taken is allowed (rule seats-7): no booking is
 * cancelled, availability shows 0 and `overbooked` is the excess; the caller must have warned of it. Refusals: forbidden,
 * departure_not_found, invalid_total (not a whole number from 0 to 10,000).
 */
export async function changeCapacity(ctx: Context, input: { departure_id: string; total_spots: number }) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden");
  const { departure_id: id, total_spots: total } = input;
  if (!Number.isInteger(total) || total < 0 || total > 10_000) return fail("invalid_total");
  return ctx.db.transaction().execute(async (tx) => {
    const changed = await setTotalSeats(statementsOf(tx), id, total);
    if (!changed) return fail("departure_not_found");
    if (changed.was !== total)
      await audit(tx, ctx, {
        action: "departure.capacity_changed",
        subject: ["departure", id],
        changes: { total_spots: [changed.was, total] },
      });
    return ok({ available: changed.available_spots, overbooked: changed.overbooked_spots });
  });
}
