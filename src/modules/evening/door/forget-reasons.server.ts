import { forgetReasonsOf, forgetRecordersBefore } from "#src/modules/evening/door/store/events.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Removes what was written at the door about the guests of anonymized bookings. The caller must check access. */
export async function forgetReasons(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await forgetReasonsOf(tx, bookingIds);
}

/** Forgets who recorded what at the doors before an instant; what happened stays. */
export const forgetRecorders = ({ db }: Pick<Context, "db">, before: Date): Promise<void> =>
  forgetRecordersBefore(db, before);
