import { fail, ok } from "#src/kernel/result.ts";
import { titledNight } from "#src/modules/evening/guides/assign-guide.server.ts";
import { shiftEnded } from "#src/modules/evening/guides/events.ts";
import { isLive, isRecent } from "#src/modules/evening/guides/rules/shift.ts";
import { lockNights, lockShift, shiftById, writeShift } from "#src/modules/evening/guides/store/shifts.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type ShiftInput = { departure_id: string; shift_id: string };

/**
 * Takes a guide off a night, and writes to them if they had been asked or had said yes and it isn't over (`told`). One that was
 * within the last 60 days is taken back as long as nobody has paid for it. Idempotent. Requires `schedule.change`. Refusals: forbidden
 * {missing}, shift_not_found, departure_over, shift_paid, already_declined.
 */
export async function withdrawShift(ctx: Context, { departure_id: departureId, shift_id: id }: ShiftInput) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const snapshot = await shiftById(tx, id);
    if (!snapshot || snapshot.departure_id !== departureId) return fail("shift_not_found");
    const [night] = await lockNights(tx, [departureId]);
    const shift = await lockShift(tx, id);
    if (!night || !shift) return fail("shift_not_found");
    const isOver = night.ends_at <= ctx.now;
    if (shift.state === "withdrawn") return ok({ told: !isOver });
    if (!isLive(shift.state)) return fail("already_declined");
    if (shift.paid_at) return fail("shift_paid");
    if (!isRecent(night, ctx.now)) return fail("departure_over");
    await writeShift(tx, id, { state: "withdrawn", answered_at: ctx.now });
    if (shift.user_id === null) return ok({ told: false });
    await audit(tx, ctx, {
      action: "shift.withdrawn",
      subject: ["user", shift.user_id],
      changes: { departure: [titledNight(night), null] },
    });
    if (!isOver) await ctx.publish(ctx, tx, shiftEnded({ shiftId: id, why: "withdrawn" }));
    return ok({ told: !isOver });
  });
}
