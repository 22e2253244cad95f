import type { bookingChanged, bookingRebooked } from "#src/modules/sales/booking/events.ts";
import { ANOTHER_NIGHT_HOURS } from "#src/modules/evening/door/rules/moved-night.ts";
import { takeBack } from "#src/modules/evening/door/record-events.server.ts";
import { holdBeforeMove, holdElsewhere } from "#src/modules/evening/door/store/events.server.ts";
import type { departureMoved } from "#src/modules/sales/schedule/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

// Event handlers, in the transaction that holds the locks of the departures: tickets outlive a move, their check-ins don't.

/** A booking has another date: who was let in at its old night's door isn't in at the new one, unless that is where they came in. */
export async function leaveOldNight(
  ctx: Context,
  tx: Tx,
  { bookingId, kind }: ReturnType<typeof bookingChanged | typeof bookingRebooked>["payload"],
): Promise<void> {
  if (kind !== "date") return;
  const on = statementsOf(tx);
  await takeBack(ctx, on, await holdElsewhere(on, bookingId));
}

/** A departure moved to another night: nobody is in yet. A start that moves by less than some hours keeps who came early. */
export async function clearMovedNight(
  ctx: Context,
  tx: Tx,
  { departureId, was }: ReturnType<typeof departureMoved>["payload"],
): Promise<void> {
  const on = statementsOf(tx);
  const moved = { departureId, now: ctx.now, was, hours: ANOTHER_NIGHT_HOURS };
  await takeBack(ctx, on, await holdBeforeMove(on, moved));
}
