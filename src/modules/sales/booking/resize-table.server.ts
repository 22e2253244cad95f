import { type Failure, fail, ok } from "#src/kernel/result.ts";
import { tableResized } from "#src/modules/sales/booking/events.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import {
  freeOnSale,
  nightOfTable,
  resizeOpenTable,
  type TableRow,
  tableOf,
} from "#src/modules/sales/booking/store/friend-table.server.ts";
import { freeSeats, takeSeats } from "#src/modules/sales/schedule/take-seats.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Gives the table of a guest's booking more or fewer places (docs/decisions/211). Fewer: never less than what bookings have of it, and
 * the rest is free for others, the waiting list first. More: as when it starts. Refusals: booking_not_found, no_table, table_places
 * {max}, table_taken {least}, bookings_disabled, sold_out {left}.
 */
export async function resizeTable(ctx: Context, input: { booking_id: string; token: string | null; places: number }) {
  const booking = await findBooking(ctx, input.booking_id, input.token);
  return booking?.private ? resize(ctx, booking.id, input.places, false) : fail("booking_not_found");
}

/** The same for staff, which whoever started it is told of. Needs `bookings.change`. Refusals: also forbidden {missing}. */
export const resizeTableAsStaff = (ctx: Context, bookingId: string, places: number) =>
  can(ctx.actor, "bookings.change")
    ? resize(ctx, bookingId, places, true)
    : Promise.resolve(fail("forbidden", { missing: "bookings.change" as const }));

async function resize(ctx: Context, bookingId: string, places: number, byStaff: boolean) {
  const table = await tableOf(ctx.pool, bookingId, ctx.now);
  if (!table || table.closed_at !== null) return fail("no_table");
  const refused = await whyNot(ctx, table, places);
  if (refused) return refused;
  // a share whose hold has ended is nobody's anymore: ask its provider first
  await freeLapsedHolds(ctx, table.departure_id);
  const rollback = new Error("places not taken");
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const on = statementsOf(tx);
      // always table before departure, as friends who book
      const practice = practises(ctx);
      const before = await resizeOpenTable(on, { id: table.id, places, now: ctx.now, practice });
      if (before === null) throw rollback;
      const more = places - before;
      const rules = { now: ctx.now, behindList: { practice } };
      if (more > 0 && !(await takeSeats(on, table.departure_id, more, rules))) throw rollback;
      if (more < 0) await freeSeats(on, table.departure_id, -more);
      if (more === 0) return ok({ places });
      await audit(tx, ctx, {
        action: "departure.table_resized",
        subject: ["departure", table.departure_id],
        changes: { places: [before, places] },
      });
      await ctx.publish(ctx, tx, tableResized({ bookingId, places, byStaff }));
      return ok({ places });
    });
  } catch (error) {
    if (error !== rollback) throw error;
    return whyFull(ctx, bookingId, places);
  }
}

async function whyNot(ctx: Context, table: TableRow, places: number): Promise<Failure | null> {
  // one that is larger than the operator allows by now may keep what it has
  const max = Math.max((await appSettings(ctx)).tablePlaces, table.places);
  if (!Number.isInteger(places) || places < 1 || places > max) return fail("table_places", { max });
  const isMore = places > table.places;
  const night = isMore ? await nightOfTable(ctx.pool, table.departure_id) : null;
  return night && !night.is_sold ? fail("bookings_disabled") : null;
}

/** Why the change wasn't made, as things stand after it was tried. */
async function whyFull(ctx: Context, bookingId: string, places: number) {
  const table = await tableOf(ctx.pool, bookingId, ctx.now);
  if (!table || table.closed_at !== null) return fail("no_table");
  const least = table.places - table.left;
  if (places < least) return fail("table_taken", { least });
  if (places <= table.places) return fail("no_table");
  const free = await freeOnSale(ctx.pool, table.departure_id, practises(ctx));
  return fail("sold_out", { left: Math.min(places - table.places - 1, free) });
}
