import { type Insertable, sql, type SqlBool } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { MessageFilter } from "#src/modules/site/messages/rules/message-list.ts";
import { wordsSearched } from "#src/kernel/spelling.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { anywhere, containsWord, textsNear } from "#src/platform/search-words.server.ts";

const SENDER = sql`findable(concat_ws(' ', m.name, m.email, m.subject))`;

// leaves out messages emptied when their sender's account was deleted
const matching = (db: Db, q: string) =>
  db
    .selectFrom("contact_messages as m")
    .where("m.email", "<>", "")
    .where((e) =>
      e.and(
        wordsSearched(q).map((word) => e.or([containsWord(SENDER, word, 1), e("m.message", "ilike", anywhere(word))])),
      ),
    );

/** Names, addresses and subjects of messages near a search text. */
export const textsNearMessages = (db: Db, search: string): Promise<string[]> =>
  textsNear(db, search, {
    from: sql`contact_messages m`,
    text: SENDER,
    shown: sql`concat_ws(' ', m.name, m.email, m.subject)`,
    where: [sql<SqlBool>`m.email <> ''`],
  });

/** A page of messages, newest first. */
export const messagesPage = (db: Db, { view, q, page }: MessageFilter, limit: number) =>
  matching(db, q)
    .select(["m.id", "m.name", "m.email", "m.subject", "m.language", "m.site_tag", "m.status", "m.created_at"])
    .select(sql<string>`left(m.message, 160)`.as("start"))
    .select((e) =>
      e
        .selectFrom("message_answers as a")
        .whereRef("a.message_id", "=", "m.id")
        .select(sql<number>`count(*)::int`.as("n"))
        .as("answers"),
    )
    .where("m.is_suspect", "=", view === "suspect")
    .$if(view === "new" || view === "done", (rows) => rows.where("m.status", "=", view))
    .orderBy("m.created_at", "desc")
    .orderBy("m.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

export const countMessages = (db: Db, q: string) =>
  matching(db, q)
    .select([sql<string>`case when m.is_suspect then 'suspect' else m.status end`.as("status")])
    .select(sql<number>`count(*)::int`.as("n"))
    .groupBy(sql`1`)
    .execute();

/** A message with the user who marked it done. */
export const openedMessage = (db: Db, id: string) =>
  db
    .selectFrom("contact_messages as m")
    .leftJoin("user as u", "u.id", "m.done_by")
    .select(["m.id", "m.name", "m.email", "m.subject", "m.message", "m.language", "m.status", "m.created_at"])
    .select(["m.done_at", "m.is_suspect", "u.name as done_by"])
    .where("m.id", "=", id)
    .where("m.email", "<>", "")
    .executeTakeFirst();

export const answersOf = (db: Db | Tx, messageIds: readonly string[]) =>
  db
    .selectFrom("message_answers as a")
    .leftJoin("user as u", "u.id", "a.answered_by")
    .select(["a.id", "a.message_id", "a.text", "a.created_at", "u.name as by"])
    .where("a.message_id", "in", messageIds)
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();

/** One answer by its id; undefined when there is none. */
export const answerById = (db: Db | Tx, id: string) =>
  db.selectFrom("message_answers").select(["id", "text", "created_at"]).where("id", "=", id).executeTakeFirst();

/** Locks a message, so that concurrent answers run one after the other. */
export const holdMessage = (tx: Tx, id: string) =>
  tx
    .selectFrom("contact_messages")
    .select(["id", "status", "email", "is_suspect"])
    .where("id", "=", id)
    .where("email", "<>", "")
    .forUpdate()
    .executeTakeFirst();

/** Whether this form has already submitted an answer. */
export const isAnsweredBy = async (tx: Tx, formKey: string): Promise<boolean> =>
  (await tx.selectFrom("message_answers").select("id").where("form_key", "=", formKey).executeTakeFirst()) !==
  undefined;

export const addAnswer = (tx: Tx, row: Insertable<Tables["message_answers"]>) =>
  tx.insertInto("message_answers").values(row).returning("id").executeTakeFirstOrThrow();

export const setStatus = (tx: Tx, id: string, row: { status: string; done_at: Date | null; done_by: string | null }) =>
  tx.updateTable("contact_messages").set(row).where("id", "=", id).execute();

export const trustMessage = (tx: Tx, id: string) =>
  tx.updateTable("contact_messages").set({ is_suspect: false }).where("id", "=", id).execute();
