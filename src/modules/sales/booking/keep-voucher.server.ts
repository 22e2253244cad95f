import type { LockedBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { departureOf, endVoucher, markVoucher } from "#src/modules/sales/booking/store/booking.server.ts";
import { lockDepartures } from "#src/modules/sales/booking/store/change.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Locks the departure of a booking that the transaction has locked, so that callers counting its seats are serialized. */
export async function lockDepartureOf(tx: Tx, { scheduled_crawl_id: id }: LockedBooking) {
  await lockDepartures(tx, [id]);
  const { starts_at, total_spots } = (await departureOf(tx, id))!;
  return { id, starts_at, total_spots };
}

/**
 * Call with the booking locked, when a voucher was issued for it: holds its seats until the voucher expires, longer than any
 * other hold. False, with nothing done, when the hold has already lapsed: that payment will arrive late.
 */
export async function keepForVoucher(ctx: Context, tx: Tx, bookingId: string, until: Date): Promise<boolean> {
  const result = await markVoucher(tx, bookingId, until, ctx.now);
  if (!result) return false;
  await audit(tx, ctx, {
    action: "booking.voucher_issued",
    subject: ["booking", bookingId],
    changes: { hold_expires_at: [null, until.toISOString()] },
  });
  return true;
}

/**
 * Call with the booking locked, when its voucher lapsed unpaid: its seats are held no longer than `needed`, the end of whatever
 * else the guest may be paying with right now.
 */
export const voucherLapsed = async (ctx: Context, tx: Tx, bookingId: string, needed: Date | null): Promise<void> =>
  void (await endVoucher(tx, bookingId, needed && needed > ctx.now ? needed : ctx.now));
