import { isOverdue, MOST_HANDED_OVER } from "#src/modules/evening/door/rules/device.ts";
import { noteBarred, spendHandover } from "#src/modules/evening/door/store/devices.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

type Device = { id: string; revoked_at: Date | null; barred_at: Date | null };

/**
 * Since when a device is no longer valid; null while it is. The time at which its user lost the right (`isAllowed`) isn't known,
 * so it is the device's first call without it, which is recorded.
 */
export async function revokedSince(
  { pool, now }: Pick<Context, "pool" | "now">,
  { id, revoked_at, barred_at }: Device,
  isAllowed: boolean,
): Promise<Date | null> {
  if (revoked_at) return revoked_at;
  if (isAllowed !== (barred_at === null)) await noteBarred(pool, id, isAllowed ? null : now);
  return isAllowed ? null : (barred_at ?? now);
}

/** Counts one more thing that a device which counts no more hands over; false where it is too late or too much for that. */
export const mayHandOver = async (tx: Tx, { id, revokedAt }: { id: string; revokedAt: Date }, now: Date) =>
  !isOverdue(revokedAt, now) && (await spendHandover(statementsOf(tx), id, MOST_HANDED_OVER));
