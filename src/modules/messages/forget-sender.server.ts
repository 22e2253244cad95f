import { forgetMessages } from "#src/modules/messages/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Leaves of somebody's messages only that and when there was one. Gives their ids. Who may do this is the caller's to know. */
export const forgetSender = (tx: Tx, owner: { userId: string; email: string | null }): Promise<string[]> =>
  forgetMessages(tx, owner);
