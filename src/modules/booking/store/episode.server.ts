import type { Tally } from "#src/modules/booking/rules/unpaid.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** The episode of unpaid places that isn't over; undefined when there is none. */
export const openEpisode = (db: Db | Tx) =>
  db.selectFrom("hold_episodes").selectAll().where("ended_at", "is", null).executeTakeFirst();

export const episodeById = (db: Db | Tx, id: string) =>
  db.selectFrom("hold_episodes").selectAll().where("id", "=", id).executeTakeFirst();

/** Begins an episode; undefined when another server just has. */
export const beginEpisode = (tx: Tx, { unpaid, paid }: Tally, now: Date) =>
  tx
    .insertInto("hold_episodes")
    .values({ started_at: now, seen_at: now, unpaid, paid })
    .onConflict((c) => c.doNothing())
    .returning("id")
    .executeTakeFirst();

export const seeEpisode = async (tx: Tx, id: string, { unpaid, paid }: Tally, now: Date): Promise<void> => {
  await tx.updateTable("hold_episodes").set({ seen_at: now, unpaid, paid }).where("id", "=", id).execute();
};

export const endEpisode = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable("hold_episodes").set({ ended_at: now }).where("id", "=", id).execute();
};
