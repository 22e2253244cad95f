import { forgetMessages } from "#src/modules/messages/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Empties a person's messages, keeping only their existence and time. Returns their ids. The caller must check access. */
export const forgetSender = (tx: Tx, owner: { userId: string; email: string | null }): Promise<string[]> =>
  forgetMessages(tx, owner);
