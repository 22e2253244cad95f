import { forgetNames } from "#src/modules/evening/tickets/store.server.ts";
import { dropPassesBefore, dropPassesOf } from "#src/modules/evening/tickets/store/passes.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Removes the names from the tickets of anonymized bookings, and on which phones their passes are. The caller must check access. */
export async function forgetTicketNames(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await forgetNames(tx, bookingIds);
  await dropPassesOf(tx, bookingIds);
}

/** Forgets on which phones the passes of nights are that were over before an instant. */
export const forgetPasses = ({ db }: Pick<Context, "db">, before: Date): Promise<void> => dropPassesBefore(db, before);
