import { forgetEmails, type Reader } from "#src/modules/notifications/store.server.ts";
import { dropReminders } from "#src/modules/notifications/store/unfinished.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Empties the emails to and about a person, and withholds unsent ones. The caller must check access. */
export async function forgetReader(tx: Tx, reader: Reader): Promise<void> {
  await forgetEmails(tx, reader);
  if (reader.bookingIds.length > 0) await dropReminders(tx, reader.bookingIds);
}
