import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { findResale } from "#src/modules/programs/resellers/queries.server.ts";
import { statusOf } from "#src/modules/programs/resellers/rules/resale.ts";
import { everyResale, resellerOf } from "#src/modules/programs/resellers/rules/reseller.ts";
import { resaleByUuid, type ResaleRow, updateResale } from "#src/modules/programs/resellers/store.server.ts";
import { tryCancelling } from "#src/modules/programs/resellers/try-resale.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Cancels a resale while its guest would get everything back: its places are free, and the reseller owes that much less. One that is
 * cancelled is returned as it is, with the reason where none was noted and it wasn't us who cancelled it. Refusals: not_a_reseller, resale_not_found, resale_expired, not_cancellable {status}, and those of
 * `cancelBooking`.
 */
export async function cancelResale(ctx: Context, uuid: string, { reason }: { reason?: string | null | undefined }) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  if (!isUuid(uuid)) return fail("resale_not_found");
  if (reseller.test) return tryCancelling(ctx, reseller, uuid.toLowerCase(), { reason });
  const row = await resaleByUuid(ctx.db, reseller, uuid.toLowerCase());
  if (!row) return fail("resale_not_found");
  const status = statusOf({ ...row, redeemed_at: null }, ctx.now);
  if (status === "expired") return fail("resale_expired");
  if (status !== "cancelled") {
    const found = await findResale(ctx, uuid);
    if (!found.ok) return found;
    if (!found.resale.cancellable) return fail("not_cancellable", { status: found.resale.status });
    const ended = await (status === "on_hold" ? endHold(ctx, row) : cancelSold(ctx, row));
    if (!ended.ok && ended.reason !== "already_cancelled") return ended;
  }
  // also of one whose cancelling was cut off before that; why we cancelled one isn't the reseller's to say
  const now = reason && row.cancel_note === null && (await resaleByUuid(ctx.db, everyResale(reseller), row.uuid));
  if (now && now.cancel_reason === "customer") await updateResale(ctx.db, row.id, { cancel_note: reason }, ctx.now);
  return findResale(ctx, uuid);
}

/** Frees the places of a hold. Refusal: busy (it was confirmed meanwhile). */
export const endHold = (ctx: Context, { booking_id: id }: Pick<ResaleRow, "booking_id">) =>
  ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockBooking(tx, id);
    if (status === "confirmed") return fail("busy");
    await release(ctx, tx, { id, reason: "customer", from: ["pending"] });
    return ok({});
  });

async function cancelSold(ctx: Context, { booking_id, link_version }: ResaleRow) {
  const token = accessToken(ctx.secret, booking_id, link_version);
  const booking = await findBooking(ctx, booking_id, token);
  if (!booking) throw new Error(`booking ${booking_id} can't be opened`);
  const { refund, credit, late } = await priceCancellation(ctx, booking);
  const expected_credit = { amount_minor: credit + late, currency: refund.currency };
  return cancelBooking(ctx, { booking_id, token, expected_refund: refund, expected_credit });
}
