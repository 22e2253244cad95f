import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import { standingOf } from "#src/modules/partners/desk/rules/device.ts";
import { type DeviceRow, saleById } from "#src/modules/partners/desk/store.server.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import { asDesk, type Context } from "#src/platform/context.server.ts";

/**
 * Gives up a desk's own sale that isn't paid: its places are free again, and its link pays nothing any more. Repeating it is fine.
 * Refusals: desk_closed, booking_not_found, already_paid, payment_under_way, provider_unavailable.
 */
export async function cancelSale(requestCtx: Context, device: DeviceRow, { booking_id }: { booking_id: string }) {
  const ctx = asDesk(requestCtx);
  if (standingOf(device, ctx.now) !== "open") return fail("desk_closed");
  const sale = await saleById(ctx.db, booking_id);
  if (sale?.device_id !== device.id) return fail("booking_not_found");
  if (sale.status === "confirmed") return fail("already_paid");
  const closed = await tryClosing(ctx, booking_id);
  if (closed === "paid") return fail("already_paid");
  if (closed === "pending") return fail("payment_under_way");
  if (closed === "unanswered") return fail("provider_unavailable");
  return endSale(ctx, booking_id);
}

/** Frees the places of a sale whose payment pages are closed, unless it is paid. Refusal: already_paid. */
export const endSale = (ctx: Context, booking_id: string) =>
  ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockBooking(tx, booking_id);
    if (status === "confirmed") return fail("already_paid");
    if (status === "pending") await release(ctx, tx, { id: booking_id, reason: "customer", from: ["pending"] });
    return ok({});
  });
