import { voidTicketRows } from "#src/modules/evening/tickets/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Voids all tickets of a booking, in the transaction that cancels it. The caller must check access. */
export async function voidTickets(_ctx: Context, tx: Tx, { bookingId }: { bookingId: string }): Promise<void> {
  await voidTicketRows(tx, bookingId);
}
