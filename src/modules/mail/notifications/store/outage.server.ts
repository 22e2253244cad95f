import { sql } from "kysely";
import { FAILURES_OF_AN_OUTAGE, PROBE_MS } from "#src/modules/mail/notifications/rules/delivery.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/**
 * Asks for the right to try the mail server: "none" when there is no outage, "probe" for the one that may try now, else the
 * instant to wait for. Whoever gets "probe" has moved that instant on, so that concurrent callers wait.
 */
export async function takeProbe(db: Db, now: Date): Promise<"none" | "probe" | Date> {
  const outage = await db.selectFrom("mail_outage").select("probe_at").executeTakeFirst();
  if (!outage?.probe_at) return "none";
  if (outage.probe_at > now) return outage.probe_at;
  const next = new Date(now.getTime() + PROBE_MS);
  const probe = await db
    .updateTable("mail_outage")
    .set({ probe_at: next })
    .where("probe_at", "<=", now)
    .returning("since")
    .executeTakeFirst();
  return probe ? "probe" : next;
}

/**
 * Notes that an email wasn't taken. The mail server is away (true) from the first failure that is its own fault (`server`), or
 * once several emails in a row have failed; until something is sent.
 */
export async function noteFailure(
  db: Db | Tx,
  { id, error, server, now }: { id: string; error: string; server: boolean; now: Date },
): Promise<boolean> {
  const probeAt = new Date(now.getTime() + PROBE_MS);
  const { rows } = await sql<{ away: boolean }>`
    insert into mail_outage as o (since, failed_emails, probe_at, last_error)
    values (${now}, array[${id}::uuid], ${server ? probeAt : null}::timestamptz, ${error})
    on conflict (only_one) do update set last_error = excluded.last_error,
      failed_emails = case when ${id}::uuid = any(o.failed_emails) or cardinality(o.failed_emails) >= ${FAILURES_OF_AN_OUTAGE}
        then o.failed_emails else o.failed_emails || ${id}::uuid end,
      probe_at = case
        when o.probe_at is not null or ${server} then ${probeAt}::timestamptz
        when cardinality(array_remove(o.failed_emails, ${id}::uuid)) + 1 >= ${FAILURES_OF_AN_OUTAGE} then ${probeAt}::timestamptz
      end
    returning probe_at is not null as away`.execute(db);
  return rows[0]!.away;
}

/**
 * Notes that one email's recipient was put off by a server that takes others, so that emails needn't wait for it any longer. Only
 * how many in a row were is kept, for whoever watches. Returns since when the mail server had been away; null when it wasn't.
 */
export async function notePutOff(
  tx: Tx,
  { id, error, now }: { id: string; error: string; now: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ since: Date; was_away: boolean }>`
    with was as (select since, probe_at from mail_outage for update)
    insert into mail_outage as o (since, failed_emails, put_off, last_error)
    values (${now}, '{}', array[${id}::uuid], ${error})
    on conflict (only_one) do update set last_error = excluded.last_error, failed_emails = '{}', probe_at = null,
      put_off = case when ${id}::uuid = any(o.put_off) or cardinality(o.put_off) >= ${FAILURES_OF_AN_OUTAGE} then o.put_off
        else o.put_off || ${id}::uuid end
    returning since, coalesce((select probe_at is not null from was), false) as was_away`.execute(tx);
  const { since, was_away: wasAway } = rows[0]!;
  return wasAway ? since : null;
}

/** Forgets the failures and returns since when the mail server has been away; null when it wasn't. */
export async function endOutage(tx: Tx): Promise<Date | null> {
  const ended = await tx.deleteFrom("mail_outage").returning(["since", "probe_at"]).executeTakeFirst();
  return ended?.probe_at ? ended.since : null;
}

/** The emails that are yet to be sent, oldest first. */
export async function waitingEmails(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom("emails")
    .select("id")
    .where("status", "in", ["queued", "retry"])
    .orderBy("created_at")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Whether the mail server takes nothing, and an email is waiting that tries it. An outage that outlives all that waited for it ends
 * only by the next email.
 */
export const isProbed = async (on: Db | Tx): Promise<boolean> =>
  (await on
    .selectFrom("mail_outage")
    .select("since")
    .where("probe_at", "is not", null)
    .where((e) => e.exists(e.selectFrom("emails").select("id").where("status", "in", ["queued", "sending", "retry"])))
    .executeTakeFirst()) !== undefined;
