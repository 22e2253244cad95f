import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { findResale } from "#src/modules/programs/resellers/queries.server.ts";
import { heldUntil, statusOf } from "#src/modules/programs/resellers/rules/resale.ts";
import { resellerOf } from "#src/modules/programs/resellers/rules/reseller.ts";
import { resaleByUuid, resaleForUpdate, updateResale } from "#src/modules/programs/resellers/store.server.ts";
import { tryExtending } from "#src/modules/programs/resellers/try-resale.server.ts";
import { keepAgreed } from "#src/modules/sales/booking/keep-unpaid.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Holds a resale for longer: so many minutes from now, by default as many as at first, an hour in all at most. Refusals: not_a_reseller,
 * resale_not_found, not_on_hold {status}, hold_limit {until} (it isn't held any longer than it is).
 */
export async function extendResale(ctx: Context, uuid: string, { minutes }: { minutes?: number | undefined }) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  if (!isUuid(uuid)) return fail("resale_not_found");
  if (reseller.test) return tryExtending(ctx, reseller, uuid.toLowerCase(), { minutes });
  const row = await resaleByUuid(ctx.db, reseller, uuid.toLowerCase());
  if (!row) return fail("resale_not_found");
  const extended = await ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, row.booking_id);
    const now = (await resaleForUpdate(tx, row.id))!;
    const status = statusOf({ ...now, redeemed_at: null }, ctx.now);
    if (status !== "on_hold" || now.booking_id !== row.booking_id) return fail("not_on_hold", { status });
    const until = heldUntil(ctx.now, now.created_at, minutes);
    if (until <= now.hold_expires_at) return fail("hold_limit", { until: now.hold_expires_at.toISOString() });
    await keepAgreed(ctx, tx, row.booking_id, until);
    await updateResale(tx, row.id, {}, ctx.now);
    return ok({});
  });
  return extended.ok ? findResale(ctx, uuid) : extended;
}
