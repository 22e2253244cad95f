import type { Insertable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Adds a message unless its form was sent before. Gives the id of the new one. */
export const addMessage = (tx: Tx, row: Insertable<Tables["contact_messages"]>) =>
  tx
    .insertInto("contact_messages")
    .values(row)
    .onConflict((c) => c.column("form_key").doNothing())
    .returning("id")
    .executeTakeFirst();

/** The hash of what a form said when it was sent. */
export const hashOfForm = async (tx: Tx, formKey: string): Promise<string | undefined> =>
  (await tx.selectFrom("contact_messages").select("request_hash").where("form_key", "=", formKey).executeTakeFirst())
    ?.request_hash;

export const messageById = (db: Db | Tx, id: string) =>
  db
    .selectFrom("contact_messages")
    .select(["id", "name", "email", "subject", "message", "language", "site_tag", "status", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
