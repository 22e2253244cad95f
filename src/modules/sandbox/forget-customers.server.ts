import { forgetEmails } from "#src/modules/sandbox/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Takes the addresses out of sessions by what their merchant calls them, as a real company is asked to. */
export async function forgetCustomers(tx: Tx, references: readonly string[]): Promise<void> {
  if (references.length > 0) await forgetEmails(tx, references);
}
