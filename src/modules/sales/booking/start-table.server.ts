import { randomCode } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { tableStarted } from "#src/modules/sales/booking/events.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { tableDeadline } from "#src/modules/sales/booking/rules/friend-table.ts";
import { bookingForUpdate } from "#src/modules/sales/booking/store/booking.server.ts";
import { freeOnSale, insertTable, nightOfTable } from "#src/modules/sales/booking/store/friend-table.server.ts";
import { takeSeats } from "#src/modules/sales/schedule/take-seats.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Reserves places of a night for the friends of whoever has paid a booking of it, until the deadline (docs/decisions/211). For the
 * booking's guest, by `token` or their browser. Each booking starts one table. Returns the code of the link for friends. Refusals:
 * booking_not_found, not_confirmed, table_places {max}, bookings_disabled, table_too_late, sold_out {left}, table_exists.
 */
export async function startTable(ctx: Context, input: { booking_id: string; token: string | null; places: number }) {
  const booking = await findBooking(ctx, input.booking_id, input.token);
  if (!booking?.private) return fail("booking_not_found");
  if (booking.status !== "confirmed") return fail("not_confirmed");
  const { tablePlaces, tableHours } = await appSettings(ctx);
  if (!Number.isInteger(input.places) || input.places < 1 || input.places > tablePlaces)
    return fail("table_places", { max: tablePlaces });
  const departureId = booking.departure.departure_id;
  const night = await nightOfTable(ctx.pool, departureId);
  if (!night?.is_sold) return fail("bookings_disabled");
  const deadline = tableDeadline(ctx.now, night, tableHours);
  if (!deadline) return fail("table_too_late");
  // other baskets may have lapsed: ask their provider first
  if (night.available_spots < input.places) await freeLapsedHolds(ctx, departureId);
  const exists = new Error("table exists");
  const { places } = input;
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const on = statementsOf(tx);
      // always booking before departure, as who cancels it
      const locked = await bookingForUpdate(tx, booking.id);
      if (locked?.status !== "confirmed" || locked.scheduled_crawl_id !== departureId) return fail("not_confirmed");
      // a booking of practice keeps no real places
      if (locked.test !== practises(ctx)) return fail("not_confirmed");
      const rules = { now: ctx.now, behindList: { practice: practises(ctx) } };
      if (!(await takeSeats(on, departureId, places, rules)))
        return fail("sold_out", { left: Math.min(places - 1, await freeOnSale(on, departureId, practises(ctx))) });
      const code = randomCode(16);
      const id = await insertTable(on, { code, bookingId: booking.id, departureId, places, deadline, now: ctx.now });
      if (!id) throw exists;
      await audit(tx, ctx, {
        action: "departure.table_started",
        subject: ["departure", departureId],
        changes: { places: [null, places] },
      });
      await ctx.publish(ctx, tx, tableStarted({ bookingId: booking.id }));
      return ok({ code, deadline });
    });
  } catch (error) {
    if (error === exists) return fail("table_exists");
    throw error;
  }
}
