import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type RequestFilter, STATES_OF } from "#src/modules/changes/groups/rules/request-list.ts";
import type { Occasion, RequestState as State } from "#src/modules/changes/groups/schema.ts";
import { wordsSearched } from "#src/kernel/spelling.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { anywhere, containsWord } from "#src/platform/search-words.server.ts";

/** Those of these cities; null: of every city, and of none. */
type Reach = { cities: readonly string[] | null };

/** Adds a request unless its form was sent before. Returns the id of a new one. */
export const addRequest = (tx: Tx, row: Insertable<Tables["group_requests"]>) =>
  tx
    .insertInto("group_requests")
    .values(row)
    .onConflict((c) => c.column("form_key").doNothing())
    .returning("id")
    .executeTakeFirst();

const ASKER = sql`findable(concat_ws(' ', r.name, r.email, r.phone))`;

const requests = (db: Db | Tx) =>
  db
    .selectFrom("group_requests as r")
    .leftJoin("cities as c", "c.id", "r.city_id")
    .select(["r.id", "r.name", "r.email", "r.phone", "r.language", "r.people", "r.date", "r.words", "r.created_at"])
    .select(["r.city_id", "r.site_tag", "r.closed_at", "c.name as city_name", "c.name_es as city_name_es"])
    .select([sql<State>`r.state`.as("state"), sql<Occasion>`r.occasion`.as("occasion")]);

/** A request; undefined where there is none, or its guest was forgotten. */
export const requestById = (db: Db | Tx, id: string) =>
  requests(db).where("r.id", "=", id).where("r.email", "<>", "").executeTakeFirst();

/** A request with the user who closed it. */
export const openedRequest = (db: Db, id: string, cities: readonly string[] | null) =>
  requests(db)
    .leftJoin("user as u", "u.id", "r.closed_by")
    .select("u.name as closed_by")
    .where("r.id", "=", id)
    .where("r.email", "<>", "")
    .$if(cities !== null, (rows) => rows.where("r.city_id", "in", [...cities!]))
    .executeTakeFirst();

const matching = ({ q, cities }: { q: string } & Reach) =>
  sql<boolean>`r.email <> '' and (${cities}::text[] is null or r.city_id = any(${cities}::text[]))
    and ${sql.join(
      [
        sql`true`,
        ...wordsSearched(q).map((word) => sql`(${containsWord(ASKER, word, 1)} or r.words ilike ${anywhere(word)})`),
      ],
      sql` and `,
    )}`;

/** A page of requests, newest first. */
export const requestsPage = (db: Db, { view, page, ...of }: RequestFilter & Reach, limit: number) =>
  requests(db)
    .where(matching(of))
    .where("r.state", "in", [...STATES_OF[view]])
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

/** A page of all requests with what was offered last, newest first. */
export const requestsToFile = (db: Db, { page, cities }: { page: number } & Reach, limit: number) =>
  requests(db)
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom("group_quotes as o")
          .select(["o.total", "o.deposit", "o.currency"])
          .whereRef("o.request_id", "=", "r.id")
          .orderBy("o.version", "desc")
          .limit(1)
          .as("q"),
      (join) => join.onTrue(),
    )
    .select(["q.total", "q.deposit", "q.currency"])
    .where(matching({ q: "", cities }))
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

export const countRequests = (db: Db, of: { q: string } & Reach) =>
  db
    .selectFrom("group_requests as r")
    .select(["r.state", sql<number>`count(*)::int`.as("n")])
    .where(matching(of))
    .groupBy("r.state")
    .execute();

/** Locks a request, so that what is done to it is done one after the other. */
export const holdRequest = (tx: Tx, id: string) =>
  tx
    .selectFrom("group_requests")
    .select(["id", sql<State>`state`.as("state")])
    .select(sql<boolean>`exists (select from group_quotes q where q.request_id = group_requests.id)`.as("has_quote"))
    .where("id", "=", id)
    .where("email", "<>", "")
    .forUpdate()
    .executeTakeFirst();

export const setState = (tx: Tx, id: string, row: { state: State; closed_at: Date | null; closed_by: string | null }) =>
  tx.updateTable("group_requests").set(row).where("id", "=", id).execute();

/** What is stored of what an address asked for. */
export const requestsOf = (db: Db, email: string) =>
  db
    .selectFrom("group_requests")
    .select(["id", "state", "name", "email", "phone", "language", "people", "city_id", "date", "occasion", "words"])
    .select("created_at")
    .where((e) => e(e.fn("lower", ["email"]), "=", email.toLowerCase()))
    .orderBy("created_at")
    .execute();

// the form key has a hash of what was written
const EMPTIED = sql`form_key = id::text, name = '', email = '', phone = '', words = ''`;

/** Empties what an address asked for. */
export const emptyRequestsOf = (tx: Tx, email: string) =>
  sql`update group_requests set ${EMPTIED} where lower(email) = ${email.toLowerCase()}`.execute(tx);

/**
 * Empties a portion of the requests that closed, or came, before an instant; without those of which an offer, or its booking, is for a
 * night after it. Returns their ids.
 */
export async function emptyRequestsBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`update group_requests set ${EMPTIED} where id in (select id from group_requests
    where coalesce(closed_at, created_at) < ${before} and email <> ''
      and not (state in ('quoted', 'accepted') and exists (
        select from group_quotes q left join booking_facts b on b.id = q.booking_id
        where q.request_id = group_requests.id and coalesce(b.date, q.date) >= ${before}::timestamptz::date))
    order by id limit ${limit} for update skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
