import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import { saleById } from "#src/modules/evening/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Gives up a sale at the door that isn't paid: its places are free again, and its link pays nothing anymore. Only one's own.
 * Repeating it is fine. Needs `sales.door`. Refusals: forbidden {missing}, booking_not_found, already_paid, payment_under_way,
 * provider_unavailable.
 */
export async function cancelSale(ctx: Context, { booking_id }: { booking_id: string }) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  const sale = await saleById(ctx.db, booking_id);
  if (sale?.user_id !== userId) return fail("booking_not_found");
  if (sale.status === "confirmed") return fail("already_paid");
  const closed = await tryClosing(ctx, booking_id);
  if (closed === "paid") return fail("already_paid");
  if (closed === "pending") return fail("payment_under_way");
  if (closed === "unanswered") return fail("provider_unavailable");
  return ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockBooking(tx, booking_id);
    if (status === "confirmed") return fail("already_paid");
    if (status === "pending") await release(ctx, tx, { id: booking_id, reason: "admin", from: ["pending"] });
    return ok({});
  });
}
