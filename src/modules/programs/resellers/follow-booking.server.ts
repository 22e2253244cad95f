import { randomUUID } from "node:crypto";
import { writeNames } from "#src/modules/evening/tickets/name-guests.server.ts";
import { guestPositions } from "#src/modules/evening/tickets/queries.server.ts";
import { agreedRule } from "#src/modules/partners/commission/queries.server.ts";
import { atPositions, isAsWished, otherNames } from "#src/modules/programs/resellers/rules/resale.ts";
import { resaleOfBooking, touchResalesOf, updateResale } from "#src/modules/programs/resellers/store.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * A booking was changed, by its reseller, its guest or staff: a resale of it is for who has its tickets now, in their names where its
 * reseller wished for others, under what is agreed for another night where it moved. Runs after its tickets were changed.
 */
export async function followResold(
  ctx: Context,
  tx: Tx,
  { bookingId, kind, names }: { bookingId: string; kind: Change["kind"]; names: readonly string[] },
): Promise<void> {
  const row = await resaleOfBooking(tx, bookingId);
  if (!row) return;
  // what a program wished for and never made says nothing of changes by others
  const isTheirs = ctx.actor.key?.partnerId === row.partner_id && kind !== "date";
  const positions = await guestPositions(tx, bookingId);
  const wish = isTheirs && row.wish && isAsWished(row.wish, { positions, names }) ? row.wish : null;
  const people = atPositions(wish ?? row.people, positions, randomUUID);
  if (wish) await writeNames(ctx, tx, bookingId, otherNames(row, people));
  const { partner_id: partnerId, crawl_id: crawlId, date } = row;
  // agreed as it was sold, unless it is of another night
  const rule = kind === "date" ? await agreedRule({ pool: statementsOf(tx) }, { partnerId, crawlId, date }) : undefined;
  await updateResale(tx, row.id, { people, wish: null, ...(rule !== undefined && { rule }) }, ctx.now);
}

/** A night has another date or other hours: so have the resales of it that are on hold or sold. */
export async function followMovedNight(ctx: Context, tx: Tx, { departureId }: { departureId: string }): Promise<void> {
  await touchResalesOf(tx, departureId, ctx.now);
}
