import { dropBookingConsents, dropConsentsBefore } from "#src/modules/measurement/store/consents.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** How long a decision is kept as proof: it holds for a year, and claims may follow for two more. */
const KEEP_MS = 3 * 366 * 24 * 60 * 60_000;

/** Job: deletes decisions that nobody has to prove any more. */
export const forgetConsents = async (ctx: Pick<Context, "db" | "now">): Promise<void> =>
  void (await dropConsentsBefore(ctx.db, new Date(ctx.now.getTime() - KEEP_MS)));

/**
 * Parts bookings from the decisions they were made with, in the transaction that deletes their owner's account: then no event of
 * theirs is sent any more. The caller checks permissions. The decisions stay, and name nobody.
 */
export async function forgetBookingConsents(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await dropBookingConsents(tx, bookingIds);
}
