import { carryChanges, writeNames } from "#src/modules/booking/store/change.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Inside a transaction that has locked the booking: keeps the names of everyone but the first guest beside it, as its tickets have
 * them. `isChange` makes it a change of its own, which a form made before can't overwrite; a change that waits for its payment
 * stands, for names cost nothing. Who may is the caller's to know.
 */
export async function recordGuests(
  _ctx: Context,
  tx: Tx,
  bookingId: string,
  names: string[],
  isChange: boolean,
): Promise<void> {
  const version = await writeNames(tx, bookingId, names, isChange);
  if (isChange) await carryChanges(tx, bookingId, [version - 1, version]);
}
