import { groupAnswered } from "#src/modules/changes/groups/events.ts";
import { setState } from "#src/modules/changes/groups/store.server.ts";
import { quoteOfBooking } from "#src/modules/changes/groups/store/quotes.server.ts";
import type { bookingCancelled } from "#src/modules/sales/booking/events.ts";
import { markDepartureCancelled } from "#src/modules/sales/schedule/mark-departure-cancelled.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A group's booking was cancelled, or never paid: its night was theirs alone and is called off, and its request is closed. */
export async function endNight(
  ctx: Context,
  tx: Tx,
  { bookingId }: ReturnType<typeof bookingCancelled>["payload"],
): Promise<void> {
  const quote = await quoteOfBooking(tx, bookingId);
  if (!quote?.departure_id) return;
  await markDepartureCancelled(ctx, tx, quote.departure_id);
  await setState(tx, quote.request_id, { state: "closed", closed_at: ctx.now, closed_by: null });
  await ctx.publish(ctx, tx, groupAnswered({ quoteId: quote.id, answer: "ended" }));
}
