import { deleteBulkActs } from "#src/modules/booking-admin/store/bulk-acts.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** How long one can look up what became of a bulk act; its bookings' audit entries stay. */
const KEPT_DAYS = 90;

/** Job: deletes what is known of old bulk acts. */
export async function forgetBulkActs(ctx: Context): Promise<void> {
  await deleteBulkActs(ctx.db, new Date(ctx.now.getTime() - KEPT_DAYS * 86_400_000));
}
