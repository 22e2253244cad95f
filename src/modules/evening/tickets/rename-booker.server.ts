import type { contactCorrected } from "#src/modules/sales/booking/events.ts";
import { nameTicket, ticketRows } from "#src/modules/evening/tickets/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Event handler: the booker's ticket follows the corrected name, unless it has been given to somebody else. */
export async function renameBooker(
  _ctx: Context,
  tx: Tx,
  { bookingId, names }: ReturnType<typeof contactCorrected>["payload"],
): Promise<void> {
  if (names.was === names.now) return;
  const own = (await ticketRows(tx, bookingId)).find(({ position }) => position === 1);
  if (own?.guest_name === names.was) await nameTicket(tx, bookingId, 1, names.now);
}
