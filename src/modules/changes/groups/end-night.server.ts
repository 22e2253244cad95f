import { cancelEmpty } from "#src/modules/changes/groups/cancel-night.server.ts";
import { groupAnswered } from "#src/modules/changes/groups/events.ts";
import { setState } from "#src/modules/changes/groups/store.server.ts";
import { quoteOfBooking } from "#src/modules/changes/groups/store/quotes.server.ts";
import type { bookingCancelled } from "#src/modules/sales/booking/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type OfBooking = Pick<ReturnType<typeof bookingCancelled>["payload"], "bookingId">;

/**
 * A group's booking was cancelled, or never paid: its night is called off, unless others may book it, the booking was moved away from it
 * or others are on it; its request is closed, unless something newer was offered; and staff hear of it.
 */
export async function endNight(ctx: Context, tx: Tx, { bookingId }: OfBooking): Promise<void> {
  const quote = await quoteOfBooking(tx, bookingId);
  if (!quote) return;
  if (quote.places === null && quote.departure_id !== null && quote.departure_id === quote.booked_on)
    await cancelEmpty(ctx, tx, quote.departure_id);
  // an offer that would have changed it is nothing newer
  if (quote.is_newest || (quote.request_state === "accepted" && quote.is_last_booked))
    await setState(tx, quote.request_id, { state: "closed", closed_at: ctx.now, closed_by: null });
  await ctx.publish(ctx, tx, groupAnswered({ quoteId: quote.id, answer: "ended" }));
}

/** A group's booking was changed: the night that was made for it is called off where it has left it, and nobody else is on it or may book it. */
export async function leaveNight(ctx: Context, tx: Tx, { bookingId }: OfBooking): Promise<void> {
  const quote = await quoteOfBooking(tx, bookingId);
  if (quote?.places === null && quote.departure_id !== null && quote.departure_id !== quote.booked_on)
    await cancelEmpty(ctx, tx, quote.departure_id);
}
