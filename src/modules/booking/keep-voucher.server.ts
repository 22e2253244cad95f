import { bookingForUpdate, departureOf, endVoucher, markVoucher } from "#src/modules/booking/store/booking.server.ts";
import { lockDepartures } from "#src/modules/booking/store/change.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Inside a transaction that has locked the booking: locks its departure, so that whoever counts on it counts alone. */
export async function lockDepartureOf(tx: Tx, bookingId: string) {
  const booking = (await bookingForUpdate(tx, bookingId))!;
  await lockDepartures(tx, [booking.scheduled_crawl_id]);
  const { id, starts_at, total_spots } = (await departureOf(tx, booking.scheduled_crawl_id))!;
  return { id, starts_at, total_spots, people: booking.number_of_people };
}

/**
 * Inside a transaction that has locked the booking: a voucher was issued for it, so its seats are kept as long as that can be paid,
 * which is longer than any other hold. Nothing where they are not kept any more: then its money will come late.
 */
export async function keepForVoucher(ctx: Context, tx: Tx, bookingId: string, until: Date): Promise<void> {
  const kept = await markVoucher(tx, bookingId, until, ctx.now);
  if (!kept) return;
  await audit(tx, ctx, {
    action: "booking.voucher_issued",
    subject: ["booking", bookingId],
    changes: { hold_expires_at: [null, until.toISOString()] },
  });
}

/**
 * Inside a transaction that has locked the booking: its voucher was not paid, so its seats are kept no longer than `needed`, which
 * is the end of what its guest may be paying by at this moment.
 */
export const voucherLapsed = async (ctx: Context, tx: Tx, bookingId: string, needed: Date | null): Promise<void> =>
  void (await endVoucher(tx, bookingId, needed && needed > ctx.now ? needed : ctx.now));
