import { fail, ok } from "#src/kernel/result.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { boundOf } from "#src/modules/evening/door/rules/night-hours.ts";
import type { EnterGuest } from "#src/modules/evening/door/schema.ts";
import { mayOpenNight } from "#src/modules/evening/guides/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Lets a ticket's holder in from the admin, without a phone of the door. `key` makes it idempotent. Refusals: forbidden
 * {missing}, not_tonight (a night that the caller may not open), not_admitted {verdict, why, entry}.
 */
export async function enterGuest(ctx: Context, { key, ticket_id, departure_id }: EnterGuest) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" });
  if (!(await mayOpenNight(ctx, departure_id))) return fail("not_tonight");
  const event = { id: key, kind: "in" as const, departure_id, ticket_id, of_event: null, reason: "" };
  const [answer] = await recordEvents(
    ctx,
    { deviceId: null, userId, revokedAt: null, ...boundOf(ctx.actor) },
    { events: [{ ...event, device_at: ctx.now.toISOString(), offline: false, way: "staff" }], aheadMs: 0 },
  );
  const { result, verdict, reason: why, entry } = answer!;
  // an event sent before, and taken back since, admits nobody
  const isIn = result !== "refused" && entry !== null;
  return isIn ? ok({ entry }) : fail("not_admitted", { verdict, why, entry });
}
