import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { holdsOldLink } from "#src/modules/sales/booking/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Leads the holder of a link that has ended from a part of a booking (its tickets, say) to the booking's page, which offers a new
 * one. For everyone else who may not open the booking it does nothing.
 */
export async function leadOldLink(ctx: Context, bookingId: string, token: string | null): Promise<void> {
  if (!token || !(await holdsOldLink(ctx, bookingId, token))) return;
  const page = localizedPath(`/booking-confirmation/${bookingId}`, ctx.locale);
  throw redirect(`${page}?token=${encodeURIComponent(token)}`, {
    headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
