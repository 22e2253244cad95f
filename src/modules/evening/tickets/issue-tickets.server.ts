import { guestNames, isReplaced, liftAbove, newTicketCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import {
  addTicketRows,
  liftTicketRows,
  peopleOf,
  setTicketRows,
  takenCodes,
  ticketRows,
} from "#src/modules/evening/tickets/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Gives a booking one valid ticket per guest, in the transaction that confirms it. Idempotent; voided tickets become valid
 * again, and those beyond the number of guests are voided. `guests`: who they are, where that is known. The caller must check access.
 */
export async function issueTickets(
  _ctx: Context,
  tx: Tx,
  { bookingId, guests }: { bookingId: string; guests?: Parameters<typeof guestNames>[0] },
): Promise<void> {
  const booking = guests ?? (await peopleOf(tx, bookingId));
  if (!booking) throw new Error(`no booking ${bookingId} to issue tickets for`);
  const names = guestNames(booking);
  const codes = differentCodes(names.length * CANDIDATES);
  const rows = names.map((guest_name, i) => ({
    position: i + 1,
    guest_name,
    codes: codes.slice(i * CANDIDATES, (i + 1) * CANDIDATES),
  }));
  await setTicketRows(tx, bookingId, rows);
}

/** A ticket gets the first of so many codes that no other has: one in 30⁶ per ticket sold is another's, and all would roll back the confirmation. */
const CANDIDATES = 3;

/** Adds tickets after a booking's existing ones, one per name (which may be empty), in the transaction that adds the guests. */
export async function addTickets(tx: Tx, bookingId: string, names: readonly string[]): Promise<void> {
  const last = (await ticketRows(tx, bookingId)).findLast((ticket) => !isReplaced(ticket))?.position ?? 0;
  const codes = await freeCodes(tx, names.length);
  const rows = names.map((guest_name, i) => ({
    booking_id: bookingId,
    position: last + i + 1,
    guest_name,
    code: codes[i] as string,
  }));
  await addTicketRows(tx, rows);
}

/** Call with the booking's tickets locked: those of now are no longer valid, and the guests of the valid ones get new ones. */
export async function renewTickets(tx: Tx, bookingId: string): Promise<void> {
  const rows = await ticketRows(tx, bookingId);
  const codes = await freeCodes(tx, rows.length);
  const valid = rows.flatMap(({ status, position, guest_name }, i) =>
    status === "valid" ? [{ booking_id: bookingId, position, guest_name, code: codes[i] as string }] : [],
  );
  await liftTicketRows(tx, bookingId, liftAbove(rows.at(-1)?.position ?? 0));
  if (valid.length > 0) await addTicketRows(tx, valid);
}

/** Unused codes. The odds of a collision are one in 30⁶ per ticket sold, and it would roll the confirmation back. */
async function freeCodes(tx: Tx, count: number): Promise<string[]> {
  const codes = differentCodes(count);
  const codesInUse = await takenCodes(tx, codes);
  return codesInUse.size > 0 ? freeCodes(tx, count) : codes;
}

function differentCodes(count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(newTicketCode());
  return [...codes];
}
