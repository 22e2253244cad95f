import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const COLUMNS = ["id", "name", "text_en", "text_es"] as const;

/** All saved replies by name. */
export const allReplies = (db: Db) =>
  db
    .selectFrom("saved_replies")
    .select(COLUMNS)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();

/** Locks a saved reply; undefined when there is none. */
export const holdReply = (tx: Tx, id: string) =>
  tx.selectFrom("saved_replies").select(COLUMNS).where("id", "=", id).forUpdate().executeTakeFirst();

export const countReplies = async (tx: Tx): Promise<number> =>
  (
    await tx
      .selectFrom("saved_replies")
      .select((e) => e.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;

type Row = Insertable<Tables["saved_replies"]>;

/** Adds a saved reply; false where there is one of that id. */
export const addReply = async (tx: Tx, row: Row): Promise<boolean> =>
  (await tx
    .insertInto("saved_replies")
    .values(row)
    .onConflict((c) => c.column("id").doNothing())
    .returning("id")
    .executeTakeFirst()) !== undefined;

export const changeReply = (tx: Tx, { id, ...row }: Row & { id: string }) =>
  tx.updateTable("saved_replies").set(row).where("id", "=", id).execute();

export const removeReply = (tx: Tx, id: string) => tx.deleteFrom("saved_replies").where("id", "=", id).execute();
