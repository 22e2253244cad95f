import { fail, ok } from "#src/kernel/result.ts";
import { titledNight } from "#src/modules/evening/guides/assign-guide.server.ts";
import { shiftsAsked } from "#src/modules/evening/guides/events.ts";
import { overlaps } from "#src/modules/evening/guides/rules/shift.ts";
import {
  liveNightsOf,
  lockGuide,
  lockNights,
  lockShift,
  shiftById,
  writeShift,
} from "#src/modules/evening/guides/store/shifts.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type ShiftInput = { departure_id: string; shift_id: string };

/** A second press within this time is the same request: a form that was sent twice. */
const SAME_PRESS_MS = 60_000;

/**
 * Asks a guide again for a night that they haven't answered or have declined. Idempotent within a minute. Requires
 * `schedule.change`. Refusals: forbidden {missing}, shift_not_found, departure_cancelled, departure_begun, shift_withdrawn,
 * already_accepted, guide_busy.
 */
export async function repeatRequest(ctx: Context, { departure_id: departureId, shift_id: id }: ShiftInput) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const snapshot = await shiftById(tx, id);
    if (!snapshot || snapshot.departure_id !== departureId || snapshot.user_id === null) return fail("shift_not_found");
    const [night] = await lockNights(tx, [departureId]);
    await lockGuide(tx, snapshot.user_id);
    // also against the job that repeats requests, which holds nothing else
    const shift = await lockShift(tx, id);
    if (!night || !shift) return fail("shift_not_found");
    if (night.status === "cancelled") return fail("departure_cancelled");
    if (night.starts_at <= ctx.now) return fail("departure_begun");
    if (shift.state === "withdrawn") return fail("shift_withdrawn");
    if (shift.state === "accepted") return fail("already_accepted");
    const last = Math.max(shift.asked_at?.getTime() ?? 0, shift.reminded_at?.getTime() ?? 0);
    const declined = shift.state === "declined";
    if (!declined && ctx.now.getTime() - last < SAME_PRESS_MS) return ok({});
    if (declined) {
      const nights = await liveNightsOf(tx, [snapshot.user_id], ctx.now);
      if (nights.some((other) => overlaps(night, other))) return fail("guide_busy");
    }
    // who declined is asked again, and again after a while; who hasn't answered is asked for the last time
    const change = declined
      ? { state: "asked" as const, asked_at: ctx.now, reminded_at: null, answered_at: null }
      : { reminded_at: ctx.now };
    const times = await writeShift(tx, id, change, { asked: true });
    await audit(tx, ctx, {
      action: "shift.asked_again",
      subject: ["user", snapshot.user_id],
      changes: { departure: [null, titledNight(night)] },
    });
    await ctx.publish(ctx, tx, shiftsAsked({ requestId: shift.request_id, shiftIds: [id], again: !declined, times }));
    return ok({});
  });
}
