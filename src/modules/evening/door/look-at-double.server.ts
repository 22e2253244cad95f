import { fail, ok } from "#src/kernel/result.ts";
import { entriesRecorded } from "#src/modules/evening/door/events.ts";
import { holdEntry, markLookedAt } from "#src/modules/evening/door/store/alerts.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { placeOf } from "#src/modules/evening/tickets/rules/ticket.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Notes that a double entry, or one that is doubted, was looked at: what it says counts from now on. Idempotent. Needs `bookings.change`. Refusals:
 * forbidden {missing}, entry_not_found.
 */
export async function lookAtDouble(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const entry = await holdEntry(tx, id);
    if (!entry) return fail("entry_not_found");
    if (entry.looked_at) return ok({});
    await markLookedAt(tx, id, { now: ctx.now, by: ctx.actor.userId });
    const subject = ["booking", entry.booking_id] as const;
    await audit(tx, ctx, { action: "checkin.looked_at", subject, changes: { guest: [null, placeOf(entry)] } });
    // a partner earns by what was doubted only now
    await ctx.publish(ctx, tx, entriesRecorded({ bookingIds: [entry.booking_id] }));
    return ok({});
  });
}
