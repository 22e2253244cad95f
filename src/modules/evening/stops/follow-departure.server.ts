import type { departureMoved } from "#src/modules/sales/schedule/events.ts";
import { movedWith } from "#src/modules/evening/stops/rules/route.ts";
import {
  nightById,
  ownRoute,
  saveRoute,
  saveRouteVersion,
  stopsOf,
} from "#src/modules/evening/stops/store/route.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Another start: the stops of the night move by as much, and are its own from then on. Event handler, in the transaction that
 * changed the departure and holds its lock. Guests are told by the email that tells them of the move.
 */
export async function moveRoute(
  _: Context,
  tx: Tx,
  { departureId, was }: ReturnType<typeof departureMoved>["payload"],
): Promise<void> {
  const night = await nightById(tx, departureId);
  if (!night || night.start_time === was.start_time) return;
  if ((await stopsOf(tx, [departureId])).length === 0) return;
  const { version, told_version } = await ownRoute(tx, departureId);
  const stops = (await stopsOf(tx, [departureId])).map(({ id, bar_id, at, vouchers, skipped }) => ({
    id,
    bar_id,
    at: movedWith(at, was.start_time, night.start_time),
    vouchers,
    skipped,
  }));
  await saveRoute(tx, departureId, stops);
  await saveRouteVersion(tx, departureId, { version: version + 1, told_version });
}
