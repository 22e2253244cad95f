import { voidTicketRows } from "#src/modules/tickets/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Voids every ticket of a booking, in the transaction that cancels it. Who may do this is the caller's to know. */
export async function voidTickets(_ctx: Context, tx: Tx, { bookingId }: { bookingId: string }): Promise<void> {
  await voidTicketRows(tx, bookingId);
}
