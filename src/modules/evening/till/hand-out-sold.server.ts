import { bookedAddOns } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { redeemAddOn } from "#src/modules/sales/booking/redeem-add-on.server.ts";
import { eventId } from "#src/modules/evening/till/let-in-sold.server.ts";
import { saleById } from "#src/modules/evening/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Hands out what a sale at the door has of add-ons, once it is paid: its guests stand in front of the seller. Each piece has one id for
 * good, so that doing it again changes nothing, also after somebody took one back. The caller checks permissions.
 */
export async function handOutSold(ctx: Context, { booking_id: bookingId }: { booking_id: string }): Promise<void> {
  const sale = await saleById(ctx.db, bookingId);
  if (sale?.status !== "confirmed") return;
  const bought = await bookedAddOns(ctx, [{ id: bookingId, currency: sale.currency }]);
  const shared = { departureId: sale.scheduled_crawl_id, bookingId, deviceAt: null };
  for (const { id: addOnId, quantity } of bought.get(bookingId) ?? [])
    for (let n = 0; n < quantity; n++)
      await redeemAddOn(ctx, { ...shared, addOnId, id: eventId(`add-on ${addOnId} ${n}`, bookingId) });
}
