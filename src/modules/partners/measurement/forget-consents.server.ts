import { dropBookingConsents, dropConsentsBefore } from "#src/modules/partners/measurement/store/consents.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Deletes decisions from before an instant that nobody has to prove anymore. */
export const forgetConsents = ({ db }: Pick<Context, "db">, before: Date): Promise<void> =>
  dropConsentsBefore(db, before);

/**
 * Parts bookings from the decisions they were made with, in the transaction that deletes their owner's account: then no event of
 * theirs is sent anymore. The caller checks permissions. The decisions stay, and name nobody.
 */
export async function forgetBookingConsents(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await dropBookingConsents(tx, bookingIds);
}
