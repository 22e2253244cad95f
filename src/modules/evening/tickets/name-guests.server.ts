import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { canOpenBooking, findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { recordGuests } from "#src/modules/sales/booking/record-guests.server.ts";
import { whatMayChange } from "#src/modules/sales/booking/rules/change.ts";
import { namesOfOthers } from "#src/modules/evening/tickets/change-tickets.server.ts";
import type { NameGuests } from "#src/modules/evening/tickets/schema.ts";
import { nameTicket, ticketRows } from "#src/modules/evening/tickets/store.server.ts";
import { followBooking } from "#src/modules/evening/tickets/update-passes.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Sets the guests' names, by ticket; a name may be empty. Requires access, and only until the start. Idempotent. Refusals:
 * booking_not_found, booking_changed, not_confirmed, departure_past, guest_not_found.
 */
export async function nameGuests(ctx: Context, input: NameGuests & { booking_id: string; token: string | null }) {
  const { booking_id: id, token, names } = input;
  if (!(await canOpenBooking(ctx, id, token))) return fail("booking_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, id);
    const booking = (await findBooking({ ...ctx, db: tx }, id, token))!;
    const refused = whatMayChange(booking, ctx.now).names;
    if (refused) return fail(refused);
    const tickets = (await ticketRows(tx, id)).filter(({ status }) => status === "valid");
    const ticketAt = (position: number) => tickets.find((ticket) => ticket.position === position);
    if (!names.every(({ position }) => ticketAt(position))) return fail("guest_not_found");
    const other = names.filter(({ position, name }) => ticketAt(position)!.guest_name !== name);
    if (other.length === 0) return ok({});
    if (booking.version !== input.version) return fail("booking_changed");
    await writeNames(ctx, tx, id, other, true);
    await followBooking(ctx, tx, { bookingId: id });
    // names stay out of the audit log, which is never purged
    await audit(tx, ctx, {
      action: "booking.guests_named",
      subject: ["booking", id],
      changes: { tickets: [null, other.map(({ position }) => position)] },
    });
    return ok({});
  });
}

/**
 * Writes names on a booking's tickets, which is locked, and on the booking. `isChange`: as a new version of it, rather than as a part of
 * a change that makes one. The caller checks permissions.
 */
export async function writeNames(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  names: NameGuests["names"],
  isChange = false,
): Promise<void> {
  if (names.length === 0) return;
  for (const { position, name } of names) await nameTicket(tx, bookingId, position, name);
  await recordGuests(ctx, tx, bookingId, await namesOfOthers(tx, bookingId), isChange);
}
