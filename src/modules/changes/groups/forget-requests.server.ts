import { emptyRequestsBefore, emptyRequestsOf, requestsOf } from "#src/modules/changes/groups/store.server.ts";
import { depositsOfBookings, forgetPayers } from "#src/modules/changes/groups/store/deposits.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

/** Empties what was asked for groups from an address, in the caller's transaction. The caller checks permissions. */
export async function forgetAsker(tx: Tx, email: string | null): Promise<void> {
  if (email) await emptyRequestsOf(tx, email);
}

/** Takes whoever paid out of the deposits of bookings, in the caller's transaction. */
export async function forgetDeposits(tx: Tx, bookingIds: readonly string[], now: Date): Promise<void> {
  const ids = await depositsOfBookings(tx, bookingIds);
  if (ids.length > 0) await forgetPayers(tx, ids, now);
}

/** Empties requests that closed, or came, before an instant, and wait for no night after it. */
export const forgetOldRequests = ({ db }: Pick<Context, "db">, before: Date): Promise<void> =>
  inPortions(() => emptyRequestsBefore(db, before, PORTION));

/** What is stored of what was asked for groups from an address. The caller checks whose it is. */
export const storedRequests = async ({ db }: Pick<Context, "db">, email: string | null) =>
  email ? requestsOf(db, email) : [];
