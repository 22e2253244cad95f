import { departureCancelled } from "#src/modules/sales/schedule/events.ts";
import { departureForUpdate, markCancelled } from "#src/modules/sales/schedule/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Runs in the caller's transaction: cancels a departure, which can't be booked from then on. The caller handles its bookings and
 * checks permissions. False when there is no such departure; idempotent.
 */
export async function markDepartureCancelled(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const was = await markCancelled(statementsOf(tx), id);
  if (was === "scheduled") {
    await audit(tx, ctx, {
      action: "departure.cancelled",
      subject: ["departure", id],
      changes: { status: ["scheduled", "cancelled"] },
    });
    await ctx.publish(ctx, tx, departureCancelled({ departureId: id }));
  }
  return was !== null;
}

/** Locks a departure until the transaction ends: no seats can be taken meanwhile. */
export const lockDeparture = (tx: Tx, id: string): Promise<unknown> => departureForUpdate(statementsOf(tx), id);
