import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

/** Marks bookings whose guests didn't come, locked by whoever found them. */
export const markNoShows = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length > 0) await tx.updateTable("bookings").set({ no_show_at: now }).where("id", "in", ids).execute();
};

const UNMARK = `
  with came as (
    select id, no_show_at from bookings where id = any($1::uuid[]) and no_show_at is not null order by id for no key update)
  update bookings b set no_show_at = null from came where b.id = came.id returning b.id, came.no_show_at`;

/** Takes the mark back from bookings, their locks taken one by one in the order of their ids. Returns whose it was, and since when. */
export async function unmarkBookings(on: Statements, ids: readonly string[]) {
  return (await on.query<{ id: string; no_show_at: Date }>({ name: "door-unmark", text: UNMARK, values: [ids] })).rows;
}

/** Since when a booking is marked, locked; undefined where there is none. */
export const holdNoShow = (tx: Tx | Db, id: string) =>
  tx.selectFrom("bookings").select("no_show_at").where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Notes that a party was there, and who said so: then no job marks it again. What counts is that it was said, by whomever. */
export const markThere = (tx: Tx, id: string, { now, by }: { now: Date; by: string | null }) =>
  tx
    .updateTable("bookings")
    .set({ no_show_at: null, was_there_at: now, no_show_by: by })
    .where("id", "=", id)
    .execute();
