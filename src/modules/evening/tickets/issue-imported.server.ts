import { guestNames, newTicketCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import { takenCodes } from "#src/modules/evening/tickets/store.server.ts";
import { insertTickets, lockAllTickets, voidAllTickets } from "#src/modules/evening/tickets/store/imported.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { portionsOf } from "#src/platform/in-portions.server.ts";

type ImportedGuests = { id: string; first_name: string; last_name: string; number_of_people: number };

const ROWS = 500;

/** Gives bookings that are imported one valid ticket per guest, in the transaction that brings them. The caller must check access. */
export async function issueImported(tx: Tx, bookings: readonly ImportedGuests[]): Promise<void> {
  for (const portion of portionsOf(bookings, ROWS)) {
    const tickets = portion.flatMap(({ id, ...guest }) =>
      guestNames({ ...guest, additional_names: [] }).map((guest_name, at) => ({
        booking_id: id,
        position: at + 1,
        guest_name,
      })),
    );
    const codes = await unusedCodes(tx, tickets.length);
    await insertTickets(
      tx,
      tickets.map((ticket, at) => ({ ...ticket, code: codes[at]! })),
    );
  }
}

/** So many codes that no ticket has. */
async function unusedCodes(tx: Tx, count: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    const more = Array.from({ length: count - codes.size }, () => newTicketCode());
    const codesInUse = await takenCodes(tx, more);
    for (const code of more) if (!codesInUse.has(code)) codes.add(code);
  }
  return [...codes];
}

/**
 * Locks the tickets of imported bookings, whose own locks the caller has: a guest who comes in meanwhile is either seen afterward,
 * or finds the ticket void. The caller must check access.
 */
export const holdImported = async (tx: Tx, bookingIds: readonly string[]): Promise<void> =>
  void (await lockAllTickets(tx, bookingIds));

/** Voids the tickets of bookings whose import is undone, in that transaction, after `holdImported`. The caller must check access. */
export async function voidImported(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  for (const portion of portionsOf(bookingIds, ROWS)) await voidAllTickets(tx, portion);
}
