import { forgetEmails } from "#src/modules/money/sandbox/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Deletes the email addresses from sessions, by the merchant's references, as a real provider would on request. */
export async function forgetCustomers(tx: Tx, references: readonly string[]): Promise<void> {
  if (references.length > 0) await forgetEmails(tx, references);
}
