import { forgetNames, nameTicket, ticketRows } from "#src/modules/evening/tickets/store.server.ts";
import { dropPassesBefore, dropPassesOf } from "#src/modules/evening/tickets/store/passes.server.ts";
import { followBooking } from "#src/modules/evening/tickets/update-passes.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Removes the names from the tickets of anonymized bookings, and on which phones their passes are. The caller must check access. */
export async function forgetTicketNames(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await forgetNames(tx, bookingIds);
  await dropPassesOf(tx, bookingIds);
}

/**
 * Removes guests of a booking, which is locked, from their tickets. The first may be in the booker's name, which stays; one that is void
 * may have lost its place. The caller must check access.
 */
export async function forgetTicketGuests(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  guests: readonly { position: number; name: string }[],
): Promise<void> {
  const names = guests.map(({ name }) => name);
  const positions = guests.filter(({ position }) => position > 1).map(({ position }) => position);
  const theirs = (await ticketRows(tx, bookingId)).filter(({ position, status, guest_name: name }) => {
    const isNamed = names.includes(name) && (status === "void" || guests.some((one) => one.position === position));
    return name !== "" && (isNamed || positions.includes(position));
  });
  if (theirs.length === 0) return;
  for (const { position } of theirs) await nameTicket(tx, bookingId, position, "");
  await followBooking(ctx, tx, { bookingId });
}

/** Forgets on which phones the passes of nights are that were over before an instant. */
export const forgetPasses = ({ db }: Pick<Context, "db">, before: Date): Promise<void> => dropPassesBefore(db, before);
