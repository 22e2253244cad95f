import { sql } from "kysely";
import { MAX_TRIES } from "#src/modules/mail/notifications/rules/delivery.ts";
import type { FailedEmail } from "#src/modules/mail/notifications/rules/failed.ts";
import { anew } from "#src/modules/mail/notifications/store.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type FailedRow = FailedEmail & { id: string; created_at: Date };

// a newer confirmation says what the booking is now; of other kinds, only one with the same content stands in
const COLUMNS = sql`e.id, e.kind, e.recipient, e.created_at, e.uncounted_tries > 0 and e.attempts - e.uncounted_tries < ${MAX_TRIES} as server_was_away,
  case when not e.payload ? 'token' then 'none' when e.payload ->> 'token' is null then 'gone' else 'kept' end as link,
  (select b.ends_at from booking_facts b where b.id = e.booking_id) as ends_at,
  exists (select from emails n where n.booking_id = e.booking_id and n.kind = e.kind
    and n.recipient = e.recipient and (e.kind = 'booking_confirmation' or n.payload - 'token' = e.payload - 'token')
    and n.created_at > e.created_at and n.status in ('queued', 'sending', 'retry', 'sent')) as is_replaced`;

/** The emails that were given up, oldest first. */
export const failedEmails = async (db: Db): Promise<FailedRow[]> =>
  (await sql<FailedRow>`select ${COLUMNS} from emails e where status = 'failed' order by created_at`.execute(db)).rows;

/** One of them; undefined when it isn't given up. */
export async function failedEmail(db: Db, id: string): Promise<FailedRow | undefined> {
  const { rows } =
    await sql<FailedRow>`select ${COLUMNS} from emails e where id = ${id}::uuid and status = 'failed'`.execute(db);
  return rows[0];
}

/**
 * So many of them, locked: those first that waited for the mail server in vain, the oldest first. Who asks at the same time waits,
 * and then sees those that are left.
 */
export async function lockFailedEmails(tx: Tx, most: number): Promise<FailedRow[]> {
  const { rows: held } = await sql<{ id: string }>`with first as materialized (
      select id from emails where status = 'failed' order by uncounted_tries = 0, created_at, id limit ${most})
    select e.id from emails e join first on first.id = e.id where e.status = 'failed' order by e.id for update of e`.execute(
    tx,
  );
  const ids = held.map(({ id }) => id);
  const { rows } = await sql<FailedRow>`select ${COLUMNS} from emails e
    where e.id = any(${ids}::uuid[]) and status = 'failed' order by created_at`.execute(tx);
  return rows;
}

/** Has emails tried anew, with all their tries and all their time, as if they were written now. */
export const queueAgain = (on: Db | Tx, ids: readonly string[], now: Date) =>
  on.updateTable("emails").set(anew(now)).where("id", "in", ids).execute();

/** The same for one, unless somebody else did so meanwhile. Returns whether it did. */
export async function queueIfFailed(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable("emails")
    .set(anew(now))
    .where("id", "=", id)
    .where("status", "=", "failed")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets emails aside that are of no use any more, each with its reason. */
export async function setAside(tx: Tx, emails: readonly { id: string; why: string }[]): Promise<void> {
  await sql`update emails e set status = 'withheld', last_error = o.why
    from json_to_recordset(${JSON.stringify(emails)}::json) as o(id uuid, why text) where e.id = o.id`.execute(tx);
}
