import { emptyMessages, messageIdsOf, messagesBefore } from "#src/modules/site/messages/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Empties a person's messages, keeping only their existence and time. Returns their ids. The caller must check access. */
export async function forgetSender(tx: Tx, owner: { userId: string; email: string | null }): Promise<string[]> {
  const ids = await messageIdsOf(tx, owner);
  await emptyMessages(tx, ids);
  return ids;
}

/** Does the same with a portion of the messages that were answered, or came, before an instant. */
export async function forgetOldSenders(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const ids = await messagesBefore(tx, before, limit);
  await emptyMessages(tx, ids);
  return ids;
}

/** Does the same with some messages. The caller must check access. */
export const emptyThese: typeof emptyMessages = emptyMessages;
