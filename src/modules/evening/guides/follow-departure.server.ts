import { titledNight } from "#src/modules/evening/guides/assign-guide.server.ts";
import { shiftEnded, shiftMoved } from "#src/modules/evening/guides/events.ts";
import { isLive } from "#src/modules/evening/guides/rules/shift.ts";
import { deleteEnded, nightRows, shiftsOn, writeShift } from "#src/modules/evening/guides/store/shifts.server.ts";
import type { departureCancelled, departureDeleted, departureMoved } from "#src/modules/sales/schedule/events.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Event handlers, in the transaction that changed the departure and holds its lock.

const liveOn = async (tx: Tx, departureId: string) =>
  (await shiftsOn(tx, [departureId])).filter(({ state, user_id }) => isLive(state) && user_id !== null);

/** Another date or other hours: whoever was to lead the night is asked whether they still can. */
export async function askAnew(
  ctx: Context,
  tx: Tx,
  { departureId, was }: ReturnType<typeof departureMoved>["payload"],
): Promise<void> {
  const [night] = await nightRows(tx, [departureId]);
  for (const shift of night ? await liveOn(tx, departureId) : []) {
    const fields = { state: "asked", asked_at: ctx.now, reminded_at: null, answered_at: null } as const;
    const times = await writeShift(tx, shift.id, fields, { asked: true });
    await audit(tx, ctx, {
      action: "shift.asked_again",
      subject: ["user", shift.user_id!],
      changes: { departure: [null, titledNight(night!)] },
    });
    await ctx.publish(ctx, tx, shiftMoved({ shiftId: shift.id, times, was }));
  }
}

/** On cancellation its guides are notified. Their shifts stay; the night shows that nobody works. */
export async function endShifts(
  ctx: Context,
  tx: Tx,
  { departureId }: ReturnType<typeof departureCancelled>["payload"],
): Promise<void> {
  for (const { id } of await liveOn(tx, departureId))
    await ctx.publish(ctx, tx, shiftEnded({ shiftId: id, why: "cancelled" }));
}

/** A departure is deleted: deletes its shifts that were declined or taken off; any other still prevents the deletion. */
export const forgetShifts = (_: Context, tx: Tx, { departureId }: ReturnType<typeof departureDeleted>["payload"]) =>
  deleteEnded(tx, departureId);
