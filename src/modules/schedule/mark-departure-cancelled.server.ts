import { departureForUpdate, markCancelled } from "#src/modules/schedule/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Inside a transaction: marks a departure as cancelled; from now on nobody can book it. What becomes of its bookings is the caller's matter,
 * as is who may. False when there is no such departure; one that was cancelled before is no matter.
 */
export async function markDepartureCancelled(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const was = await markCancelled(statementsOf(tx), id);
  if (was === "scheduled")
    await audit(tx, ctx, {
      action: "departure.cancelled",
      subject: ["departure", id],
      changes: { status: ["scheduled", "cancelled"] },
    });
  return was !== null;
}

/** Locks a departure until the transaction ends: meanwhile nobody takes seats on it. */
export const lockDeparture = (tx: Tx, id: string): Promise<unknown> => departureForUpdate(statementsOf(tx), id);
