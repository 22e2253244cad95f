import type { Db, Tx } from "#src/platform/db.server.ts";

export type IdentityQuestions = {
  /** All cities by their place in lists, those that are switched off too: a role may be limited to any. */
  allCities: (on: Db | Tx) => Promise<readonly { id: string; name: string; name_es: string | null }[]>;
  /** Which of some accounts have a booking in their name. */
  accountsWithBookings: (tx: Tx, userIds: readonly string[]) => Promise<ReadonlySet<string>>;
};
