import { fail, ok } from "#src/kernel/result.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { boundOf } from "#src/modules/evening/door/rules/night-hours.ts";
import type { UndoEntry } from "#src/modules/evening/door/schema.ts";
import { entryById, knownEvents } from "#src/modules/evening/door/store/events.server.ts";
import { mayOpenNight } from "#src/modules/evening/guides/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Takes an entry back from the admin, for a reason. `key` makes it idempotent. Refusals: forbidden {missing}, not_in (there is no
 * such entry, or somebody else took it back), not_tonight (a night that the caller may not open).
 */
export async function undoEntry(ctx: Context, { key, entry, reason }: UndoEntry) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" });
  const stored = await entryById(ctx.pool, entry);
  if (!stored) return fail("not_in");
  if (!(await mayOpenNight(ctx, stored.departure_id))) return fail("not_tonight");
  if (stored.standing === "undone") return (await knownEvents(ctx.pool, [key])).has(key) ? ok({}) : fail("not_in");
  const { ticket_id, departure_id } = stored;
  const event = { id: key, kind: "undo" as const, departure_id, ticket_id, of_event: entry, reason };
  await recordEvents(
    ctx,
    { deviceId: null, userId, revokedAt: null, ...boundOf(ctx.actor) },
    { events: [{ ...event, device_at: ctx.now.toISOString(), offline: false, way: "staff" }], aheadMs: 0 },
  );
  return ok({});
}
