import type { contactCorrected } from "#src/modules/sales/booking/events.ts";
import { renewTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { bookedDeparture, holdTickets } from "#src/modules/evening/tickets/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Event handler: whoever reads the address before has its tickets, so those admit nobody anymore, and the guests get new ones. They
 * stay where nothing came there, once a guest of the booking is in, and after the night (docs/decisions/153).
 */
export async function replaceTickets(
  ctx: Context,
  tx: Tx,
  { bookingId, reached }: ReturnType<typeof contactCorrected>["payload"],
): Promise<void> {
  if (!reached) return;
  // before looking who is in: the door writes entries under the same locks
  await holdTickets(tx, bookingId);
  const departure = await bookedDeparture(tx, bookingId);
  if (!departure || departure.ends_at <= ctx.now || (await ctx.ask.enteredAt(tx, [bookingId])).size > 0) return;
  await renewTickets(tx, bookingId);
}
