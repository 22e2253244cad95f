import { addRebooked } from "#src/modules/changes/cancellation/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Inside a transaction: counts a booking of a departure that was called off as rebooked on another date. */
export const countRebooked = async (tx: Tx, departureId: string): Promise<void> =>
  void (await addRebooked(tx, departureId));
