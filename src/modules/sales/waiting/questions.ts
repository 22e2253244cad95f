import type { Db, Tx } from "#src/platform/db.server.ts";

export type WaitingQuestions = {
  /** When a mail server last refused for good what was sent to addresses (in lower case) of those who joined a list. */
  refusedJoining: (on: Db | Tx, addresses: readonly string[]) => Promise<readonly { address: string; at: Date }[]>;
};
