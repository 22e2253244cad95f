import { type ExpressionBuilder, type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Adds a message unless its form was submitted before. Returns the id of a new one. */
export const addMessage = (tx: Tx, row: Insertable<Tables["contact_messages"]>) =>
  tx
    .insertInto("contact_messages")
    .values(row)
    .onConflict((c) => c.column("form_key").doNothing())
    .returning("id")
    .executeTakeFirst();

/** Hash of a form's content when it was submitted. */
export const hashOfForm = async (tx: Tx, formKey: string): Promise<string | undefined> =>
  (await tx.selectFrom("contact_messages").select("request_hash").where("form_key", "=", formKey).executeTakeFirst())
    ?.request_hash;

export const messageById = (db: Db | Tx, id: string) =>
  db
    .selectFrom("contact_messages")
    .select(["id", "name", "email", "subject", "message", "language", "site_tag", "status", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();

type Owner = { userId: string; email: string | null };

/** Messages of an account, and those sent without one from its verified address. */
const sentBy =
  ({ userId, email }: Owner) =>
  (e: ExpressionBuilder<Tables, "contact_messages">) =>
    e.or([
      e("user_id", "=", userId),
      ...(email === null
        ? []
        : [e.and([e("user_id", "is", null), e(e.fn("lower", ["email"]), "=", email.toLowerCase())])]),
    ]);

export const messagesOf = (db: Db, owner: Owner) =>
  db
    .selectFrom("contact_messages")
    .select(["id", "name", "email", "subject", "message", "language", "created_at"])
    .where(sentBy(owner))
    .orderBy("created_at")
    .execute();

/** The ids of a person's messages. */
export const messageIdsOf = async (tx: Tx, owner: Owner): Promise<string[]> =>
  (await tx.selectFrom("contact_messages").select("id").where(sentBy(owner)).execute()).map(({ id }) => id);

/** The ids of a portion of messages that were answered, or came, before an instant and aren't empty yet; they are locked. */
export async function messagesBefore(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from contact_messages
    where coalesce(done_at, created_at) < ${before} and (name, email, subject, message) <> ('', '', '', '')
    order by id limit ${limit} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Empties messages and the answers to them. */
export async function emptyMessages(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("contact_messages")
    // the form key contains a hash of the mailbox
    .set({ form_key: sql`id::text`, request_hash: "", name: "", email: "", subject: "", message: "", user_id: null })
    .where("id", "in", ids)
    .execute();
  // answers contain the sender's name and subject
  await tx.updateTable("message_answers").set({ text: "" }).where("message_id", "in", ids).execute();
}
