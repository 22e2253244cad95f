import { fail, ok } from "#src/kernel/result.ts";
import { bookingState } from "#src/modules/sales/booking/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { insertNote } from "#src/modules/office/booking-admin/store/panel.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type NewNote = { booking_id: string; text: string; key: string };

/**
 * Adds a permanent, staff-only note to a booking. `key` (a UUID made with the form) is the idempotency key. Needs
 * `bookings.change`. Refusals: forbidden, booking_not_found.
 */
export async function addNote(ctx: Context, note: NewNote) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  if (!(await bookingState(ctx, note.booking_id))) return fail("booking_not_found");
  await ctx.db.transaction().execute((tx) => writeNote(ctx, tx, note));
  return ok({});
}

/**
 * Runs in the transaction of an authorized caller: writes a note, once. Its text is not audited, since the audit log is never
 * purged.
 */
export async function writeNote(ctx: Context, tx: Tx, { booking_id, text, key }: NewNote): Promise<void> {
  const note = { id: key, booking_id, text, author_id: ctx.actor.userId, at: ctx.now };
  if (await insertNote(tx, note)) await audit(tx, ctx, { action: "booking.noted", subject: ["booking", booking_id] });
}
