import type { bookingChanged } from "#src/modules/sales/booking/events.ts";
import { recordGuests } from "#src/modules/sales/booking/record-guests.server.ts";
import { addTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { ticketRows, voidTicketsAt } from "#src/modules/evening/tickets/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Event handler: updates a booking's tickets after a change. Remaining guests keep their tickets (another date gives them new
 * codes, which name the departure), added guests get new ones, and those of removed guests are voided.
 */
export async function changeTickets(
  ctx: Context,
  tx: Tx,
  { bookingId, names, positions }: ReturnType<typeof bookingChanged>["payload"],
): Promise<void> {
  if (positions.length > 0) await voidTicketsAt(tx, bookingId, positions);
  if (names.length > 0) await addTickets(tx, bookingId, names);
  await recordGuests(ctx, tx, bookingId, await namesOfOthers(tx, bookingId), false);
}

/** The names on a booking's valid tickets, except the first. */
export const namesOfOthers = async (tx: Tx, bookingId: string): Promise<string[]> =>
  (await ticketRows(tx, bookingId))
    .filter(({ status }) => status === "valid")
    .slice(1)
    .map(({ guest_name }) => guest_name);
