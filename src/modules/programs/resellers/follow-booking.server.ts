import { randomUUID } from "node:crypto";
import { guestPositions } from "#src/modules/evening/tickets/queries.server.ts";
import { atPositions } from "#src/modules/programs/resellers/rules/resale.ts";
import { resaleOfBooking, updateResale } from "#src/modules/programs/resellers/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * A booking was changed, by its reseller, its guest or staff: a resale of it is for who has its tickets now. Runs after its tickets
 * were changed.
 */
export async function followResold(ctx: Context, tx: Tx, { bookingId }: { bookingId: string }): Promise<void> {
  const row = await resaleOfBooking(tx, bookingId);
  if (!row) return;
  const people = atPositions(row.wish ?? row.people, await guestPositions(tx, bookingId), randomUUID);
  await updateResale(tx, row.id, { people, wish: null }, ctx.now);
}
