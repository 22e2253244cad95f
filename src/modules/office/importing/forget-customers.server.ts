import {
  deleteOldCustomers,
  deletePerson,
  deleteReferences,
  dropDrafts,
} from "#src/modules/office/importing/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

const DAY_MS = 24 * 3_600_000;

/** Deletes what was imported of a person, in the caller's transaction; returns the ids of its rows. The caller checks permissions. */
export const forgetImported = (tx: Tx, person: { email: string; phone: string }): Promise<string[]> =>
  deletePerson(tx, person);

/** Forgets under which numbers another system knew bookings whose guests are forgotten, in the caller's transaction. */
export const forgetReferences = (tx: Tx, bookingIds: readonly string[]): Promise<void> =>
  deleteReferences(tx, bookingIds);

/** Deletes customers who were imported before an instant: they are kept as long as bookings are. In portions. */
export const forgetOldCustomers = ({ db }: Pick<Context, "db">, before: Date): Promise<void> =>
  inPortions(() => deleteOldCustomers(db, before, PORTION));

/** Drops files that nobody has imported for a day: they are full of people. */
export const dropOldDrafts = ({ db, now }: Pick<Context, "db" | "now">): Promise<void> =>
  dropDrafts(db, new Date(now.getTime() - DAY_MS));
