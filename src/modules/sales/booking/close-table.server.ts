import { fail, ok } from "#src/kernel/result.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { closeOpenTable, openTableOf, tablesToClose } from "#src/modules/sales/booking/store/friend-table.server.ts";
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
  if (!booking?.private) return fail("booking_not_found");
  const id = await openTableOf(ctx.pool, booking.id);
  const places = id && (await close(ctx, id));
  return places === null ? fail("no_table") : ok({ places });
}

/**
 * Job: closes the tables that are over and frees their places. Who waits for the night goes first: nobody else gets places that
 * fit a party of its list (docs/decisions/169).
 */
export async function closeTables(ctx: Context): Promise<void> {
  const naming = { event: "table.not_closed", about: ({ id }: { id: string }) => ({ table: id }) };
  await eachInTurn(await tablesToClose(ctx.pool, ctx.now), naming, ({ id }) => close(ctx, id));
}

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
    return gone.places;
  });
