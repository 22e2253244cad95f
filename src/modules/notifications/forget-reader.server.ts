import { forgetEmails, type Reader } from "#src/modules/notifications/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Empties the emails to and about somebody, and keeps back what has not left. Who may do this is the caller's to know. */
export async function forgetReader(tx: Tx, reader: Reader): Promise<void> {
  await forgetEmails(tx, reader);
}
