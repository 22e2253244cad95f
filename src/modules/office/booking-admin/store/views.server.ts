import type { Db, Tx } from "#src/platform/db.server.ts";

/** A user's views, in the order they were saved. */
export const viewsOf = (db: Db | Tx, userId: string) =>
  db.selectFrom("saved_views").select(["id", "name", "query"]).where("user_id", "=", userId).orderBy("id").execute();

export const insertView = (tx: Tx, view: { user_id: string; name: string; query: string; created_at: Date }) =>
  tx.insertInto("saved_views").values(view).returning("id").executeTakeFirstOrThrow();

/** One of a user's own views, locked; undefined when it is someone else's or gone. */
export const lockView = (tx: Tx, userId: string, id: string) =>
  tx
    .selectFrom("saved_views")
    .select(["id", "name", "query"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();

export const renameTo = (tx: Tx, id: string, name: string) =>
  tx.updateTable("saved_views").set({ name }).where("id", "=", id).execute();

export const removeView = (tx: Tx, id: string) => tx.deleteFrom("saved_views").where("id", "=", id).execute();
