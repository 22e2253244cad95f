import type { Db, Tx } from "#src/platform/db.server.ts";

export type GuidesQuestions = {
  /** How many guests went in, by night; nights without any are missing. */
  cameToNights: (on: Db | Tx, departureIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
};
