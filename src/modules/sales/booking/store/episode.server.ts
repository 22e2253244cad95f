import { sql } from "kysely";
import type { Pressure } from "#src/modules/sales/booking/rules/unpaid.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** The episode of unpaid places that isn't over; undefined when there is none. */
export const openEpisode = (db: Db | Tx) =>
  db.selectFrom("hold_episodes").selectAll().where("ended_at", "is", null).executeTakeFirst();

export const episodeById = (db: Db | Tx, id: string) =>
  db.selectFrom("hold_episodes").selectAll().where("id", "=", id).executeTakeFirst();

/** Begins an episode; undefined when another server just has. */
export const beginEpisode = (tx: Tx, { tally, everywhere, departures }: Pressure, now: Date) =>
  tx
    .insertInto("hold_episodes")
    .values({ started_at: now, seen_at: now, ...tally, everywhere, departures: [...departures] })
    .onConflict((c) => c.doNothing())
    .returning("id")
    .executeTakeFirst();

/** Notes what presses now; where an episode has been is kept. */
export const seeEpisode = async (
  tx: Tx,
  id: string,
  { tally, everywhere, departures }: Pressure,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable("hold_episodes")
    .set({
      seen_at: now,
      ...tally,
      everywhere: sql<boolean>`everywhere or ${everywhere}`,
      departures: sql<string[]>`array(select unnest(departures) union select unnest(${[...departures]}::text[]))`,
    })
    .where("id", "=", id)
    .execute();
};

export const endEpisode = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable("hold_episodes").set({ ended_at: now }).where("id", "=", id).execute();
};
