import { fail, ok } from "#src/kernel/result.ts";
import { tableClosed, tableDue } from "#src/modules/sales/booking/events.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { dueAt, paidOf } from "#src/modules/sales/booking/rules/friend-table.ts";
import {
  closeOpenTable,
  markReminded,
  openTableOf,
  tableOf,
  tablesDue,
  tablesToClose,
} from "#src/modules/sales/booking/store/friend-table.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Closes the table of a guest's booking before its deadline and frees its places. Who is paying keeps theirs. Refusals:
 * booking_not_found, no_table.
 */
export async function closeTable(ctx: Context, input: { booking_id: string; token: string | null }) {
  const booking = await findBooking(ctx, input.booking_id, input.token);
  return booking?.private ? closeTableOf(ctx, booking.id) : fail("booking_not_found");
}

/** The same for staff. Needs `bookings.change`. Refusals: forbidden {missing}, no_table. */
export const closeTableAsStaff = (ctx: Context, bookingId: string) =>
  can(ctx.actor, "bookings.change")
    ? closeTableOf(ctx, bookingId)
    : Promise.resolve(fail("forbidden", { missing: "bookings.change" as const }));

async function closeTableOf(ctx: Context, bookingId: string) {
  const id = await openTableOf(ctx.pool, bookingId);
  const places = id && (await close(ctx, id));
  return places === null ? fail("no_table") : ok({ places });
}

/**
 * Job: closes the tables that are over and frees their places, and reminds organisers of a deadline that is near. Who waits for the
 * night goes first: nobody else gets places that fit a party of its list (docs/decisions/169).
 */
export async function closeTables(ctx: Context): Promise<void> {
  const about = ({ id }: { id: string }) => ({ table: id });
  const over = await tablesToClose(ctx.pool, ctx.now);
  await eachInTurn(over, { event: "table.not_closed", about }, ({ id }) => close(ctx, id));
  const due = await tablesDue(ctx.pool, dueAt(ctx.now));
  await eachInTurn(due, { event: "table.not_reminded", about }, ({ id }) => remind(ctx, id));
}

const remind = (ctx: Context, id: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const bookingId = await markReminded(statementsOf(tx), id, ctx.now);
    if (bookingId) await ctx.publish(ctx, tx, tableDue({ bookingId }));
  });

/** How many places that freed; null where it was closed before. */
const close = (ctx: Context, id: string): Promise<number | null> =>
  ctx.db.transaction().execute(async (tx) => {
    const gone = await closeOpenTable(statementsOf(tx), id, ctx.now);
    if (!gone) return null;
    await audit(tx, ctx, {
      action: "departure.table_closed",
      subject: ["departure", gone.departure_id],
      changes: { places: [null, gone.places] },
    });
    const table = (await tableOf(statementsOf(tx), gone.booking_id, ctx.now))!;
    const everybody = paidOf(table.friends) >= table.places;
    await ctx.publish(ctx, tx, tableClosed({ bookingId: gone.booking_id, everybody }));
    return gone.places;
  });
