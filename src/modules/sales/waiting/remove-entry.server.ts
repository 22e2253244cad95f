import { fail, ok } from "#src/kernel/result.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { endEntry, entryById } from "#src/modules/sales/waiting/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Staff take a party off the list of a night. Needs `bookings.change`. An offer that the party already has stays: it is a
 * booking, to be cancelled like any other. Refusals: forbidden, entry_not_found, not_waiting.
 */
export async function removeEntry(ctx: Context, entryId: string) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  const found = await entryById(ctx.db, entryId);
  if (!found || !reaches(ctx.actor, found.city_id)) return fail("entry_not_found");
  if (found.state === "removed") return ok({});
  return ctx.db.transaction().execute(async (tx) => {
    const ended = await endEntry(tx, { id: entryId, from: ["waiting"], to: "removed", now: ctx.now });
    if (!ended) return fail("not_waiting");
    await audit(tx, ctx, { action: "waiting.removed", subject: ["departure", ended.departure_id] });
    return ok({});
  });
}
