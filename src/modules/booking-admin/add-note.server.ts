import { fail, ok } from "#src/kernel/result.ts";
import { bookingState } from "#src/modules/booking/queries.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { insertNote } from "#src/modules/booking-admin/store/panel.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type NewNote = { booking_id: string; text: string; key: string };

/**
 * Notes something about a booking, for staff alone and for good. `key` (a UUID made with the form) names the note: sent twice it is
 * written once. Whoever may change bookings. Refusals: forbidden, booking_not_found.
 */
export async function addNote(ctx: Context, note: NewNote) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  if (!(await bookingState(ctx, note.booking_id))) return fail("booking_not_found");
  await ctx.db.transaction().execute((tx) => writeNote(ctx, tx, note));
  return ok({});
}

/** Inside a transaction of somebody who may: writes a note, once. What it says stays out of the log, which is never emptied. */
export async function writeNote(ctx: Context, tx: Tx, { booking_id, text, key }: NewNote): Promise<void> {
  const note = { id: key, booking_id, text, author_id: ctx.actor.userId, at: ctx.now };
  if (await insertNote(tx, note)) await audit(tx, ctx, { action: "booking.noted", subject: ["booking", booking_id] });
}
