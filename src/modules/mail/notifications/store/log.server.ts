import { type RawBuilder, sql, type SqlBool } from "kysely";
import { referenceMeant } from "#src/kernel/codes.ts";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { MAX_TRIES } from "#src/modules/mail/notifications/rules/delivery.ts";
import { type EmailFilter, statusesOf } from "#src/modules/mail/notifications/rules/email-log.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { containsWords, textsNear } from "#src/platform/search-words.server.ts";
import { inTime } from "#src/platform/transaction.server.ts";

// The log of all emails. With a million of them: pages continue from the last row, counts are capped, and each statement is planned
// for its values (a `*` outside of brackets prevents keeping a plan).

type Condition = RawBuilder<SqlBool>;

// an address has no accents to take away, and this costs a tenth of `searchable`, which is worked out for each row that is looked at
const RECIPIENT = sql`lower(e.recipient)`;
const EACH_TIME = sql.raw("/* planned each time */");

/** A filter, with the booking that its search text names, and whether few recipients match that text. */
export type LogQuery = EmailFilter & { bookingId: string | null; isRare: boolean };

/** So few are all looked up and sorted; more are met soon by who walks from the newest. */
const RARE = 20_000;

/** Works out what a search text means, so that each way of searching uses its index. */
export async function meant(db: Db, filter: EmailFilter): Promise<LogQuery> {
  const bookingId = await bookingNamed(db, filter.q);
  const isRare = filter.q !== "" && bookingId === null && (await guessOf(db, filter.q)) < RARE;
  return { ...filter, bookingId, isRare };
}

/** The planner's estimate of the emails whose recipient matches. */
async function guessOf(db: Db, q: string): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`explain (format json)
    select from emails e where ${sql.join(containsWords(RECIPIENT, q), sql` and `)} ${EACH_TIME}`.execute(db);
  return rows[0]!["QUERY PLAN"][0].Plan["Plan Rows"];
}

async function bookingNamed(db: Db, q: string): Promise<string | null> {
  if (q === "" || /[\s@.]/.test(q)) return null;
  const booking = await db
    .selectFrom("booking_facts")
    .select("id")
    .where("reference", "in", [q.toUpperCase(), referenceMeant(q) ?? ""])
    .executeTakeFirst();
  return booking?.id ?? null;
}

/**
 * Keeps the planner from walking through all emails for a rare text: where its estimate is too high by much, as for an address that
 * happens to be in its statistics, that takes a second.
 */
async function insist(tx: Tx, { isRare }: LogQuery): Promise<void> {
  if (isRare)
    await sql`select set_config('enable_indexscan', 'off', true), set_config('enable_seqscan', 'off', true)`.execute(
      tx,
    );
}

const conditions = ({ q, bookingId, kind, status, lang, from, to, night }: LogQuery): Condition[] => [
  sql<SqlBool>`true`,
  ...(bookingId ? [sql<SqlBool>`e.booking_id = ${bookingId}::uuid`] : containsWords(RECIPIENT, q)),
  ...(kind ? [sql<SqlBool>`e.kind = ${kind}`] : []),
  ...(status ? [sql<SqlBool>`e.status in (${sql.join(statusesOf(status).map((one) => sql.lit(one)))})`] : []),
  ...(lang ? [sql<SqlBool>`e.language = ${lang}`] : []),
  ...(from ? [sql<SqlBool>`e.created_at >= (${from}::timestamp at time zone ${HOME_ZONE})`] : []),
  // an array, so that the few bookings of a night are looked up before their emails are
  ...(night
    ? [sql<SqlBool>`e.booking_id = any(array(select id from booking_facts where scheduled_crawl_id = ${night}::uuid))`]
    : []),
  ...(to ? [sql<SqlBool>`e.created_at < ((${to}::date + 1)::timestamp at time zone ${HOME_ZONE})`] : []),
];
const all = (filter: LogQuery): Condition => sql<SqlBool>`${sql.join(conditions(filter), sql` and `)}`;

export type LogRow = {
  id: string;
  kind: string;
  language: string;
  recipient: string;
  booking_id: string | null;
  status: string;
  captured: boolean;
  attempts: number;
  subject: string | null;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  next_try_at: Date | null;
  server_was_away: boolean;
};

const COLUMNS = sql`e.id, e.kind, e.language, e.recipient, e.booking_id, e.status, e.captured, e.attempts, e.subject, e.last_error,
  e.created_at, e.sent_at, e.next_try_at, e.uncounted_tries > 0 and e.attempts - e.uncounted_tries < ${sql.lit(MAX_TRIES)} as server_was_away`;

/** A number of emails beyond one, nearest first: older ones, or newer ones. */
export async function logRows(
  db: Db,
  filter: LogQuery,
  { beyond, newer, limit }: { beyond: string | null; newer: boolean; limit: number },
): Promise<LogRow[]> {
  const place = beyond
    ? sql`and (e.created_at, e.id) ${newer ? sql`>` : sql`<`} (select p.created_at, p.id from emails p where p.id = ${beyond}::uuid)`
    : sql``;
  const order = newer ? sql`e.created_at, e.id` : sql`e.created_at desc, e.id desc`;
  const page = sql<LogRow>`select ${COLUMNS} from emails e where ${all(filter)} ${place}
    order by ${order} limit ${limit} ${EACH_TIME}`;
  const ask = async (on: Db | Tx) => (await page.execute(on)).rows;
  if (!filter.isRare) return ask(db);
  return db.transaction().execute(async (tx) => {
    await insist(tx, filter);
    return ask(tx);
  });
}

/** The number of matching emails, at most `cap`; null when counting takes longer than `ms`. */
export const countUpTo = (db: Db, filter: LogQuery, { cap, ms }: { cap: number; ms: number }): Promise<number | null> =>
  inTime(db, ms, async (tx) => {
    await insist(tx, filter);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from
      (select from emails e where ${all(filter)} limit ${cap}) x ${EACH_TIME}`.execute(tx);
    return rows[0]!.n;
  });

/** What a departure is called, in both languages, and its date. */
export async function nightNamed(
  db: Db,
  id: string,
): Promise<{ title: string; title_es: string | null; date: string } | null> {
  const { rows } = await sql<{ title: string; title_es: string | null; date: string }>`
    select d.title, d.title_es, d.date::text as date
    from night_facts d where d.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Addresses near a search text. */
export const recipientsNear = (db: Db, search: string): Promise<string[]> =>
  textsNear(db, search, {
    from: sql`emails e`,
    text: RECIPIENT,
    shown: sql`e.recipient`,
    where: [sql<SqlBool>`e.recipient <> ''`],
  });

/** One email as the log shows it, with its booking's reference. */
export async function logRow(db: Db, id: string): Promise<(LogRow & { reference: string | null }) | undefined> {
  const { rows } = await sql<LogRow & { reference: string | null }>`select ${COLUMNS}, b.reference
    from emails e left join booking_facts b on b.id = e.booking_id where e.id = ${id}::uuid`.execute(db);
  return rows[0];
}
