import { carryChanges, writeNames } from "#src/modules/sales/booking/store/change.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Call with the booking locked: stores the names of everyone but the first guest on it, matching its tickets. `isChange` makes it
 * a new version, which an older form can't overwrite; a pending change stays valid, since names cost nothing. The caller checks
 * permissions.
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
